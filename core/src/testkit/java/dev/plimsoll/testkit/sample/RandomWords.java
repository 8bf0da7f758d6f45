package dev.plimsoll.testkit.sample;

import java.time.Instant;
import java.util.Random;

/** Random words, names, IDs, and strings in many scripts. The output depends only on the random state. */
final class RandomWords {

    private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");
    private static final String[] PLAIN =
            ("the order was shipped to a customer in time and value of each item is listed below with price total"
                            + " status open closed pending review record page query index token budget result server client tool answer")
                    .split(" ", -1);
    private static final String[] NAMES = {
        "Zoë Müller",
        "José Núñez",
        "Łukasz Żak",
        "Søren Ågård",
        "王小明",
        "佐藤 花子",
        "김민준",
        "Анна Иванова",
        "محمد علي",
        "अनीता शर्मा",
        "Nguyễn Thị Hà",
        "O'Brien",
        "Ada Lovelace",
        "İpek Şahin",
        "Γιώργος Παπάς",
        "דניאל כהן",
        "สมชาย ใจดี"
    };
    private static final String[] NASTY = {
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "\udc00x",
        "tail\udbff",
        "\udc00\ud800",
        "👨‍👩‍👧‍👦",
        "🏳️‍🌈🇩🇪👍🏽",
        "e\u0301\u0323o\u0308",
        "漢字かな交じり文",
        "한국어 텍스트",
        "\ufeffbom",
        "line\u2028sep\u2029",
        "\r\n\t\b\f",
        "\u007f\u0080\u009f",
        "\u202eright to left\u202c",
        "quote\" back\\slash /",
        "\\u0041",
        "{\"a\":[1,2,{\"b\":null}]}",
        "[1,2",
        "null",
        "</script><!--",
        "https://example.org/a/b?c=d&e=%20#f",
        "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        "2026-02-30T25:61:00Z",
        "\uffff\ufffe",
        "\ud83d\ude00",
        "1e400",
        "SGVsbG8gd29ybGQ=",
        "ﷺ𝒳𐍈"
    };
    private static final String[] KEYS = {
        "id",
        "name",
        "title",
        "status",
        "total",
        "items",
        "results",
        "data",
        "value",
        "createdAt",
        "tags",
        "note",
        "kind",
        "",
        " ",
        "a/b",
        "m~n",
        "~1",
        "a.b",
        "0",
        "-1",
        "__proto__",
        "_plimsoll",
        "nextCursor",
        "notice",
        "hasMore",
        "_meta",
        "content",
        "structuredContent",
        "\0",
        "\ud800",
        "ключ",
        "鍵",
        "👩‍💻",
        "quote\"key",
        "back\\slash",
        "line\nbreak"
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "0.0",
        "1.10",
        "1e400",
        "-1E-400",
        "1E+05",
        "1e0",
        "123456789012345678901234567890",
        "-0.123456789012345678901234567890",
        "9007199254740993",
        "18446744073709551616",
        "2.50",
        "0e10",
        "3.0E-0",
        "1000000000000000000000000000000e-30",
        "1e999999999"
    };

    private RandomWords() {}

    static String word(Random random) {
        return PLAIN[random.nextInt(PLAIN.length)];
    }

    static String words(Random random, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "" : " ").append(word(random));
        }
        return out.toString();
    }

    static String name(Random random) {
        return NAMES[random.nextInt(NAMES.length)];
    }

    static String key(Random random) {
        return random.nextInt(3) > 0 ? word(random) + random.nextInt(30) : KEYS[random.nextInt(KEYS.length)];
    }

    /** Creates a JSON number in one of its many spellings. */
    static String number(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 1 -> random.nextInt(100_000) + "." + random.nextInt(10) + "0";
            case 2 -> String.valueOf(random.nextLong());
            case 3 -> digits(random, 1 + random.nextInt(40));
            default -> String.valueOf(random.nextInt(2_000) - 1_000);
        };
    }

    /** Creates text for a string value, including lone surrogates; usually short, sometimes long. */
    static String text(Random random, int size) {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> NASTY[random.nextInt(NASTY.length)];
            case 3 -> NASTY[random.nextInt(NASTY.length)] + words(random, 3) + NASTY[random.nextInt(NASTY.length)];
            case 4 -> name(random);
            case 5 -> random.nextInt(8) == 0 ? longText(random, size) : uuid(random);
            default -> words(random, 1 + random.nextInt(6));
        };
    }

    private static String longText(Random random, int size) {
        int length = random.nextInt(1 + size * (random.nextInt(10) == 0 ? 400 : 20));
        return switch (random.nextInt(5)) {
            case 0 -> words(random, length / 5);
            case 1 -> codePoints(random, 0xac00, 0xd7a3, length);
            case 2 -> hex(random, length);
            case 3 -> word(random).repeat(length / 5);
            default -> "👨‍👩‍👧‍👦".repeat(length / 11);
        };
    }

    static String uuid(Random random) {
        return hex(random, 8) + "-" + hex(random, 4) + "-4" + hex(random, 3) + "-a" + hex(random, 3) + "-"
                + hex(random, 12);
    }

    /** Returns the time that is this many seconds after March 1, 2026, 00:00 UTC, in ISO 8601 format. */
    static String time(int seconds) {
        return MARCH.plusSeconds(seconds).toString();
    }

    static String hex(Random random, int length) {
        return randomString(random, "0123456789abcdef", length);
    }

    /** Creates digits without a leading zero. */
    static String digits(Random random, int length) {
        return (1 + random.nextInt(9)) + randomString(random, "0123456789", length - 1);
    }

    static String base64(Random random, int length) {
        return randomString(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", length / 4 * 4);
    }

    static String base64url(Random random, int length) {
        return randomString(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", length);
    }

    /** Creates random code points of a range, such as {@code ac00-d7a3} for Hangul or {@code 4e00-9fff} for Han. */
    static String codePoints(Random random, int first, int last, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.appendCodePoint(first + random.nextInt(last - first + 1));
        }
        return out.toString();
    }

    private static String randomString(Random random, String alphabet, int length) {
        StringBuilder out = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            out.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return out.toString();
    }
}
