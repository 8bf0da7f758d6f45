package dev.plimsoll.testkit.sample;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Content blocks of tool results, as JSON text. */
public final class ContentBlocks {

    private ContentBlocks() {}

    public static String text(String text) {
        return textQuoted(StringEscaper.minimal(text));
    }

    public static String text(byte[] utf8) {
        return text(new String(utf8, StandardCharsets.UTF_8));
    }

    /** Creates a text block from a JSON string, including its quotes. */
    public static String textQuoted(String jsonString) {
        return "{\"type\":\"text\",\"text\":" + jsonString + "}";
    }

    public static String image(String mimeType, byte[] bytes) {
        return binary("image", mimeType, bytes);
    }

    public static String audio(String mimeType, byte[] bytes) {
        return binary("audio", mimeType, bytes);
    }

    private static String binary(String type, String mimeType, byte[] bytes) {
        return "{\"type\":\"" + type + "\",\"data\":\"" + base64(bytes) + "\",\"mimeType\":\"" + mimeType + "\"}";
    }

    public static String resourceText(String uri, String mimeType, byte[] utf8) {
        return "{\"type\":\"resource\",\"resource\":{\"uri\":\"" + uri + "\",\"mimeType\":\"" + mimeType
                + "\",\"text\":" + StringEscaper.minimal(new String(utf8, StandardCharsets.UTF_8)) + "}}";
    }

    public static String resourceBlob(String uri, String mimeType, byte[] bytes) {
        return "{\"type\":\"resource\",\"resource\":{\"uri\":\"" + uri + "\",\"mimeType\":\"" + mimeType
                + "\",\"blob\":\"" + base64(bytes) + "\"}}";
    }

    public static String link(String uri, String name) {
        return "{\"type\":\"resource_link\",\"uri\":\"" + uri + "\",\"name\":" + StringEscaper.minimal(name)
                + ",\"mimeType\":\"text/plain\",\"size\":1234}";
    }

    /** Appends members to a block. The members are JSON text without braces. */
    public static String with(String block, String members) {
        return block.substring(0, block.length() - 1) + "," + members + "}";
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
