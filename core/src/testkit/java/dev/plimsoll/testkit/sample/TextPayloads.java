package dev.plimsoll.testkit.sample;

import java.util.Random;

/** Text that is not JSON: tables, logs, documents, code, and prose in several scripts, with a given number of lines. */
final class TextPayloads {

    private TextPayloads() {}

    /** Creates CSV (RFC 4180) whose quoted fields contain commas, quotes, and line breaks. */
    static String csv(Random random, int rows) {
        StringBuilder out = new StringBuilder("id,name,comment,amount\r\n");
        for (int i = 1; i <= rows; i++) {
            String comment = RandomWords.words(random, 1 + random.nextInt(6));
            if (i % 3 == 0) {
                comment = "\"" + comment + ",\n\"\"" + RandomWords.name(random) + "\"\"\r\nthird line\"";
            }
            out.append(i + "," + RandomWords.name(random) + "," + comment + "," + random.nextInt(1_000) + ".50\r\n");
        }
        return out.toString();
    }

    static String log(Random random, int entries) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < entries; i++) {
            int level = random.nextInt(8);
            out.append(RandomWords.time(i)).append(' ').append(random.nextInt(90) + 10);
            out.append(level == 0 ? " ERROR" : level == 1 ? " WARN " : " INFO ")
                    .append(" [worker-1] o.e.shop.OrderService - ");
            out.append(RandomWords.words(random, 4 + random.nextInt(8))).append('\n');
            if (level == 0) {
                stackTrace(random, out);
            }
        }
        return out.toString();
    }

    private static void stackTrace(Random random, StringBuilder out) {
        out.append("java.lang.IllegalStateException: " + RandomWords.words(random, 5) + "\n");
        for (int frame = 4 + random.nextInt(12); frame > 0; frame--) {
            String at = RandomWords.word(random) + ".Order$Line." + RandomWords.word(random);
            out.append("\tat org.example.shop." + at + "(Order.java:" + random.nextInt(900) + ")\n");
        }
        out.append("Caused by: java.io.IOException: " + RandomWords.words(random, 3) + "\n\t... 12 more\n");
    }

    static String markdown(Random random, int parts) {
        StringBuilder out = new StringBuilder("# Handbook\n\n");
        for (int i = 1; i <= parts; i++) {
            out.append("#".repeat(2 + random.nextInt(3)) + " Part " + i + "\n\n");
            out.append(
                    switch (random.nextInt(4)) {
                        case 0 -> "```java\n" + code(random, 5 + random.nextInt(10)) + "```\n";
                        case 1 ->
                            "| name | value |\n|---|---:|\n| " + RandomWords.name(random) + " | " + random.nextInt(99)
                                    + " |\n";
                        case 2 ->
                            "- " + RandomWords.words(random, 6) + "\n  - `" + RandomWords.word(random)
                                    + "` [link](https://example.org/)\n";
                        default -> prose(random, 3);
                    });
            out.append('\n');
        }
        return out.toString();
    }

    static String code(Random random, int lines) {
        StringBuilder out = new StringBuilder("# not a heading: a comment\n");
        for (int i = 0; i < lines; i++) {
            String name = RandomWords.word(random) + i;
            out.append(
                    switch (random.nextInt(4)) {
                        case 0 -> "    int " + name + " = Math.max(" + random.nextInt(99) + ", offset >>> 3);\n";
                        case 1 ->
                            "    if (!" + name + ".isEmpty() && this.limit >= 0x" + RandomWords.hex(random, 4)
                                    + ") {\n    }\n";
                        case 2 ->
                            "\n    /** " + RandomWords.words(random, 6) + ". */\n    static void " + name
                                    + "(byte[] bytes) {}\n";
                        default ->
                            "    log.info(\"{} items\", " + name + "); // " + RandomWords.words(random, 4) + "\n";
                    });
        }
        return out.toString();
    }

    static String html(Random random, int rows) {
        StringBuilder out =
                new StringBuilder("<!DOCTYPE html>\n<html><head><title>Orders</title></head><body><table>\n");
        for (int i = 1; i <= rows; i++) {
            out.append("<tr class=\"row\"><td>" + i + "</td><td>" + RandomWords.name(random) + "</td><td>&euro;&nbsp;"
                    + random.nextInt(900) + "</td></tr>\n");
        }
        return out.append("</table></body></html>\n").toString();
    }

    static String diff(Random random, int hunks) {
        StringBuilder out = new StringBuilder("--- a/Order.java\n+++ b/Order.java\n");
        for (int i = 0; i < hunks; i++) {
            out.append("@@ -" + (i * 40 + 1) + ",3 +" + (i * 40 + 1) + ",4 @@ class Order {\n     "
                    + RandomWords.words(random, 4) + "();\n-    " + RandomWords.words(random, 5) + ";\n+    "
                    + RandomWords.words(random, 6) + ";\n");
        }
        return out.toString();
    }

    static String yaml(Random random, int entries) {
        StringBuilder out = new StringBuilder("apiVersion: v1\nitems:\n");
        for (int i = 1; i <= entries; i++) {
            out.append("  - name: \"" + RandomWords.name(random) + "\"\n    note: >-\n      "
                    + RandomWords.words(random, 9) + "\n    weight: 1.10\n");
        }
        return out.toString();
    }

    /** Creates tab-separated values without a header, one record per line. */
    static String tsv(Random random, int rows) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= rows; i++) {
            out.append(i + "\t" + RandomWords.name(random) + "\t\t" + RandomWords.words(random, 3) + "\t"
                    + random.nextBoolean() + "\n");
        }
        return out.toString();
    }

    /** Creates white space only. */
    static String blank(Random random, int count) {
        return " \t\r\n".substring(random.nextInt(4)).repeat(count);
    }

    /** Creates paragraphs of one line each, separated by blank lines. */
    static String prose(Random random, int paragraphs) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < paragraphs; i++) {
            for (int sentence = 2 + random.nextInt(6); sentence > 0; sentence--) {
                out.append("So ")
                        .append(RandomWords.words(random, 5 + random.nextInt(14)))
                        .append(sentence % 3 == 0 ? "! " : ". ");
            }
            out.append(i == paragraphs - 1 ? "\n" : "\n\n");
        }
        return out.toString();
    }

    /** Creates Chinese and Japanese text without spaces, with ideographic full stops. */
    static String cjk(Random random, int lines) {
        String[] phrases = {"今日は天気がいいですね", "注文は発送されました", "请查看以下列表", "数据库连接失败", "東京都千代田区", "價格與總額", "ひらがなとカタカナ"};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            for (int phrase = 1 + random.nextInt(8); phrase > 0; phrase--) {
                out.append(phrases[random.nextInt(phrases.length)]).append(phrase == 1 ? "。" : "、");
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String hangul(Random random, int lines) {
        return scattered(random, lines, 0xac00, 0xd7a3);
    }

    static String han(Random random, int lines) {
        return scattered(random, lines, 0x4e00, 0x9fff);
    }

    private static String scattered(Random random, int lines, int first, int last) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            out.append(RandomWords.codePoints(random, first, last, 1 + random.nextInt(60)))
                    .append('\n');
        }
        return out.toString();
    }

    /** Creates families, flags, skin tones, keycaps, and stacked accents: graphemes of many code points. */
    static String emoji(Random random, int count) {
        String[] clusters = {
            "👨‍👩‍👧‍👦",
            "🏳️‍🌈",
            "🇩🇪",
            "👍🏽",
            "1️⃣",
            "e\u0301\u0323\u0308",
            "🧑🏿‍🤝‍🧑🏻",
            "각",
            "क्षि",
            "🏴\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"
        };
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(clusters[random.nextInt(clusters.length)]);
        }
        return out.toString();
    }

    /** Creates a base letter with more accents than any look-back window covers. */
    static String stackedAccents(Random random, int count) {
        return "z" + RandomWords.codePoints(random, 0x300, 0x36f, count) + "algo";
    }

    /** Creates Base64 in lines of 76 characters, as in MIME. */
    static String base64(Random random, int lines) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            out.append(RandomWords.base64(random, 76)).append('\n');
        }
        return out.toString();
    }

    /** Creates JSON Lines: one minified document per line. */
    static String jsonLines(Random random, int lines) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= lines; i++) {
            out.append("{\"n\":")
                    .append(i)
                    .append(",\"event\":\"")
                    .append(RandomWords.word(random))
                    .append("\",\"by\":");
            out.append(StringEscaper.minimal(RandomWords.name(random)))
                    .append(",\"ms\":")
                    .append(random.nextInt(99))
                    .append(".50}\n");
        }
        return out.toString();
    }

    /**
     * Creates lines of various lengths and endings, with NUL and control characters. The last line may lack its ending.
     */
    static String ragged(Random random, int lines) {
        String[] endings = {"\n", "\r\n", "\r", "\n\n", "\u2028", "\f", "\0\n", "\u0085"};
        StringBuilder out = new StringBuilder("\u001b[31mred\u001b[0m");
        for (int i = 0; i < lines; i++) {
            out.append(RandomWords.words(random, random.nextInt(20))).append(endings[random.nextInt(endings.length)]);
        }
        return random.nextBoolean() ? out.toString() : out + "end";
    }
}
