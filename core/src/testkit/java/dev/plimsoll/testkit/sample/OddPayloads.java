package dev.plimsoll.testkit.sample;

import java.util.Random;

/** Unusual but valid JSON, and text that only resembles JSON. */
final class OddPayloads {

    static final String LONG_INTEGER = "123456789012345678901234567890";

    private OddPayloads() {}

    /** Creates a number inside the given number of nested arrays or objects. */
    static String levels(char bracket, int count) {
        String open = bracket == '{' ? "{\"a\":" : "[";
        return open.repeat(count) + "1.10" + (bracket == '{' ? "}" : "]").repeat(count);
    }

    /** Creates numbers that would change if they were converted to a double or a long, or written in another form. */
    static String numbers(int count) {
        String[] odd = {
            "1e400",
            "1.10",
            LONG_INTEGER,
            "-0",
            "1E+05",
            "0.10000000000000000000000000000001",
            "-" + LONG_INTEGER + "e-3"
        };
        return RecordPayloads.array(count, i -> "{\"n\":" + i + ",\"v\":" + odd[i % odd.length] + "}");
    }

    static String duplicateKeys(Random random, int count) {
        return RecordPayloads.array(
                count,
                i -> "{\"id\":" + i + ",\"id\":" + -i + ",\"a\":\"" + RandomWords.words(random, 5)
                        + "\",\"\\u0061\":{\"a\":1,\"a\":1}}");
    }

    static String loneSurrogates(int count) {
        return RecordPayloads.array(
                count,
                i -> "{\"n\":" + i
                        + ",\"high\":\"\\ud800\",\"low\":\"x\\uDC00y\",\"swapped\":\"\\udc00\\ud800\",\"pair\":\"\\ud83d\\ude00\",\"key\\udfff\":null}");
    }

    static String nulEscapes(int count) {
        return RecordPayloads.array(
                count, i -> "{\"n\":" + i + ",\"t\":\"a\\u0000b\\u0000\",\"\\u0000\":\"\\u0001\\u001f\\u007f\"}");
    }

    static String escapedText(Random random, int count) {
        return RecordPayloads.array(
                count,
                i -> "{\"n\":" + i + ",\"name\":" + StringEscaper.ascii(RandomWords.name(random)) + ",\"emoji\":"
                        + StringEscaper.ascii(TextPayloads.emoji(random, 3)) + ",\"url\":\"https:\\/\\/example.org\\/"
                        + i
                        + "\",\"plain\":\"\\u0041\\u0042\"}");
    }

    /** Creates a document that contains a document as a string, which contains another one. */
    static String nested(Random random, int count) {
        return "{\"output\":"
                + StringEscaper.minimal(
                        "{\"inner\":" + StringEscaper.minimal(RecordPayloads.orders(random, count)) + "}")
                + "}";
    }

    static String spacious(Random random, int count) {
        String pretty = JsonRespacer.prettyText(RecordPayloads.orders(random, count));
        return "\n\t " + pretty.replace("\n", "\r\n        \t").replace(": ", " \t :    ") + "\r\n\n   ";
    }

    static String truncated(String json, Random random) {
        return json.substring(0, json.length() - 1 - random.nextInt(json.length() / 2));
    }

    static String trailingComma(String array) {
        return array.substring(0, array.length() - 1) + ",]";
    }

    /** Makes a JSON array invalid by truncation or another change. */
    static String broken(Random random, String array) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> array.substring(0, random.nextInt(array.length()));
            case 2 -> trailingComma(array);
            case 3 -> array + "\n" + array;
            case 4 -> array + "]";
            default -> "\ufeff" + array;
        };
    }

    static String singleQuoted(Random random, int count) {
        return RecordPayloads.orders(random, count)
                .replace('"', '\'')
                .replace("null", "None")
                .replace("true", "True");
    }

    static String commented(Random random, int count) {
        return "// generated\n" + RecordPayloads.orders(random, count) + "/* end */";
    }

    static String twoDocuments(Random random, int count) {
        return RecordPayloads.orders(random, count) + "\n" + ObjectPayloads.wide(random, count);
    }
}
