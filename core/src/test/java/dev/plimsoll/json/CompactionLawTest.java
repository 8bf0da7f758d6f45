package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.PropertyCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Laws of slimmed JSON: equal tokens in order, never longer, and slimming again changes nothing. */
class CompactionLawTest {

    private static final String[] PIECES = {
        "\\/",
        "/",
        "\\\\",
        "\\\"",
        "\\n",
        "\\u000a",
        "\\u0000",
        "\\u001F",
        "\\u0022",
        "\\u005C",
        "\\u002f",
        "\\u007f",
        "\\u00e9",
        "\\u2028",
        "\\u2029",
        "\\uFEFF",
        "\\uffff",
        "\\ud83d\\ude00",
        "\\uD83D",
        "\\uDE00",
        "\\ud83d\\\\ude00",
        "\\uDE00\\uD83D",
        "a",
        "bc",
        "defghijklm",
        " ",
        "  ",
        "é",
        "日本",
        "😀",
        "\\\\u00e9",
        "\\\\\\u00e9",
        "{",
        "]"
    };

    private static final String[] NUMBERS = {
        "0", "-0", "-0.0", "1.10", "1e400", "1E+2", "123456789012345678901234567890", "0.10e-007"
    };

    @Test
    void slimmedJsonHasEqualTokensInOrder() {
        PropertyCases.check(3_000, 31, CompactionLawTest::document, json -> {
            Slice slim = slim(Slice.of(json));
            assertThat(parseTokens(slim)).isEqualTo(parseTokens(Slice.of(json)));
            assertThat(Json.isValid(slim)).as("%s", slim.utf8()).isTrue();
            assertThat(Utf8.isValid(slim)).isTrue();
            assertThat(slim.length()).isLessThanOrEqualTo(Slice.of(json).length());
            assertThat(slim(slim).utf8()).isEqualTo(slim.utf8());
            assertThat(slim.utf8()).isEqualTo(slimByCharacter(json));
        });
    }

    @Test
    void slimmedValuesAreAlreadyInTheirShortestForm() {
        GeneratedJson generated = new GeneratedJson(32);
        for (int i = 0; i < 2_000; i++) {
            Object value = generated.container(4);
            Slice slim = slim(Slice.of(generated.spell(value)));
            assertThat(Json.isValid(slim)).as("%s", slim.utf8()).isTrue();
            assertThat(slim(slim).utf8()).isEqualTo(slim.utf8());
            assertThat(slim.utf8()).isEqualTo(slimByCharacter(slim.utf8()));
        }
    }

    @Test
    void exceedsComparesTheSlimmedLength() {
        PropertyCases.check(300, 33, CompactionLawTest::document, json -> {
            Slice value = Slice.of(json);
            int length = slim(value).length();
            for (int maxBytes = 0; maxBytes <= value.length(); maxBytes++) {
                assertThat(Json.exceeds(value, maxBytes)).as("%d", maxBytes).isEqualTo(length > maxBytes);
            }
        });
    }

    @Test
    void contentsOfStringsAreSlimmedLikeStrings() {
        PropertyCases.check(500, 34, (random, size) -> stringContent(random, 1 + size), content -> {
            Slice string = new ByteSink().slimString(Slice.of(content)).slice();
            assertThat(string.utf8())
                    .isEqualTo(slim(Slice.of('"' + content + '"')).utf8());
        });
    }

    @Test
    void minSlimLengthIsNeverAboveTheSlimmedLength() {
        PropertyCases.check(1_000, 35, CompactionLawTest::document, json -> {
            Slice escaped =
                    Json.stringInside(new ByteSink().string(Slice.of(json)).slice());
            Slice spelled = Slice.of(escaped.utf8().replace("é", "\\u00e9").replace("/", "\\/"));
            int slim = slim(Slice.of(json)).length();
            assertThat(JsonText.minSlimLength(escaped, Integer.MAX_VALUE)).isLessThanOrEqualTo(slim);
            assertThat(JsonText.minSlimLength(spelled, Integer.MAX_VALUE)).isLessThanOrEqualTo(slim);
        });
    }

    private static Slice slim(Slice json) {
        return new ByteSink().json(json).slice();
    }

    /** Returns each token with its meaning: strings unescaped, everything else as written. */
    private static List<String> parseTokens(Slice json) {
        List<String> tokens = new ArrayList<>();
        byte[] bytes = json.bytes();
        int offset = Json.skipSpace(bytes, json.from(), json.to());
        while (offset < json.to()) {
            int end = bytes[offset] == '"'
                    ? Json.skipString(bytes, offset, json.to())
                    : "{}[],:".indexOf(bytes[offset]) >= 0 ? offset + 1 : Json.skipValue(bytes, offset, json.to());
            Slice token = new Slice(bytes, offset, end);
            tokens.add(bytes[offset] == '"' ? '"' + JsonText.unescapeToString(Json.stringInside(token)) : token.utf8());
            offset = Json.skipSpace(bytes, end, json.to());
        }
        return tokens;
    }

    /** Slims JSON like the engine, but character by character. */
    private static String slimByCharacter(String json) {
        StringBuilder out = new StringBuilder();
        boolean isInString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (!isInString) {
                isInString = c == '"';
                out.append(Character.isWhitespace(c) ? "" : c);
            } else if (c != '\\') {
                isInString = c != '"';
                out.append(c);
            } else {
                i += slimEscape(json, i, out) - 1;
            }
        }
        return out.toString();
    }

    /** Appends an escape in its shortest form. Returns the length of the escape in the JSON. */
    private static int slimEscape(String json, int backslash, StringBuilder out) {
        char escapeLetter = json.charAt(backslash + 1);
        if (escapeLetter != 'u') {
            out.append(escapeLetter == '/' ? "/" : json.substring(backslash, backslash + 2));
            return 2;
        }
        char c = (char) Integer.parseInt(json.substring(backslash + 2, backslash + 6), 16);
        boolean isHighHalf = Character.isHighSurrogate(c) && json.startsWith("\\u", backslash + 6);
        char lowHalf = isHighHalf ? (char) Integer.parseInt(json.substring(backslash + 8, backslash + 12), 16) : 0;
        if (Character.isLowSurrogate(lowHalf)) {
            out.append(c).append(lowHalf);
            return 12;
        }
        boolean isEscapeNeeded = c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c);
        out.append(isEscapeNeeded ? json.substring(backslash, backslash + 6) : String.valueOf(c));
        return 6;
    }

    private static String document(Random random, int size) {
        return value(random, size, 4);
    }

    private static String value(Random random, int size, int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 3)) {
            case 0 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 1 -> random.nextBoolean() ? "null" : "true";
            case 2 -> '"' + stringContent(random, 1 + size / 4) + '"';
            case 3 -> list(random, size, depth);
            default -> object(random, size, depth);
        };
    }

    private static String list(Random random, int size, int depth) {
        StringBuilder out = new StringBuilder("[" + space(random));
        for (int i = random.nextInt(2 + size / 8); i >= 0; i--) {
            out.append(value(random, size / 2, depth - 1)).append(space(random));
            out.append(i == 0 ? "" : "," + space(random));
        }
        return out.append(']').toString();
    }

    /** Creates an object; some of its keys are equal, in different spellings. */
    private static String object(Random random, int size, int depth) {
        String[] keys = {"\"a\"", "\"\\u0061\"", "\"id\"", "\"id\"", '"' + stringContent(random, 3) + '"', "\"\""};
        StringBuilder out = new StringBuilder("{" + space(random));
        for (int i = random.nextInt(2 + size / 8); i >= 0; i--) {
            out.append(keys[random.nextInt(keys.length)]).append(space(random)).append(':');
            out.append(space(random)).append(value(random, size / 2, depth - 1)).append(space(random));
            out.append(i == 0 ? "" : "," + space(random));
        }
        return out.append('}').toString();
    }

    /** Creates the characters between the quotes of a JSON string. */
    private static String stringContent(Random random, int pieces) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(1 + pieces); i > 0; i--) {
            out.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return out.toString();
    }

    private static String space(Random random) {
        return random.nextInt(3) > 0 ? "" : "\n\t\r      ".substring(random.nextInt(9));
    }
}
