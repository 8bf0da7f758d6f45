package dev.plimsoll.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Parses documents with Jackson for comparison. */
final class JacksonOracle {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JacksonOracle() {}

    static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /**
     * Returns whether both of Jackson's parsers accept the document. The byte parser guesses encodings and tolerates invalid
     * UTF-8; the character parser accepts some non-ASCII letters as hexadecimal digits.
     */
    static boolean isValid(byte[] document) {
        if (!isUtf8(document)) {
            return false;
        }
        String text = withoutSurrogateEscapes(document);
        return isSingleValue(FACTORY.createParser(ObjectReadContext.empty(), text))
                && isSingleValue(
                        FACTORY.createParser(ObjectReadContext.empty(), text.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean isSingleValue(JsonParser opened) {
        try (JsonParser parser = opened) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.getString();
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    /** Returns the start and end offset of each item of an array, in bytes. */
    static List<int[]> items(byte[] array) {
        List<int[]> items = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(
                ObjectReadContext.empty(), withoutSurrogateEscapes(array).getBytes(StandardCharsets.UTF_8))) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.getString();
                items.add(new int[] {start, (int) parser.currentLocation().getByteOffset()});
            }
        }
        return items;
    }

    /** Replaces surrogate escapes by other escapes of the same length, because Jackson rejects lone surrogates in names. */
    private static String withoutSurrogateEscapes(byte[] document) {
        return new String(document, StandardCharsets.UTF_8).replaceAll("\\\\u[dD](?=[89a-fA-F])", "\\\\u0");
    }

    static String string(byte[] quoted) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), quoted)) {
            parser.nextToken();
            return parser.getString();
        }
    }
}
