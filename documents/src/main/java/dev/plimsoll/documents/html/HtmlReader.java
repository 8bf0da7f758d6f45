package dev.plimsoll.documents.html;

import dev.plimsoll.document.DocumentText;
import dev.plimsoll.documents.limit.ReadMeter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Converts HTML pages to Markdown. */
public final class HtmlReader {

    /** Maximum depth of elements; deeper ones become siblings. Browsers have the same limit. */
    private static final int MAX_DEPTH = 512;

    private HtmlReader() {}

    /** Converts a page. */
    public static DocumentText read(byte[] bytes, @Nullable String mimeType, ReadMeter meter) throws IOException {
        Parser parser = Parser.htmlParser().setMaxDepth(MAX_DEPTH);
        Document page = Jsoup.parse(new ByteArrayInputStream(bytes), findCharset(mimeType), "", parser);
        meter.checkTime();
        MarkdownWriter writer = new MarkdownWriter(meter);
        String title = page.title().strip();
        if (!title.isEmpty() && page.selectFirst("h1") == null) {
            writer.writeTitle(title);
        }
        return new DocumentText(writer.writeBody(page.body()), describe(title, writer));
    }

    private static String describe(String title, MarkdownWriter writer) {
        String tables = writer.tableCount() == 0
                ? ""
                : " with " + writer.tableCount() + (writer.tableCount() == 1 ? " table" : " tables");
        return "HTML page" + (title.isEmpty() ? "" : " \"" + shorten(title) + "\"") + tables;
    }

    private static String shorten(String title) {
        return title.length() <= 80 ? title : title.substring(0, 79) + "…";
    }

    /**
     * Returns the character set in a MIME type. Returns null if there is none: then the declaration in the page
     * applies, or else UTF-8.
     */
    private static @Nullable String findCharset(@Nullable String mimeType) {
        String type = mimeType == null ? "" : mimeType.toLowerCase(Locale.ROOT);
        int charsetStart = type.indexOf("charset=");
        String name = charsetStart < 0
                ? ""
                : type.substring(charsetStart + 8).split("[;\\s]", 2)[0].replace("\"", "");
        try {
            return !name.isEmpty() && Charset.isSupported(name) ? name : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
