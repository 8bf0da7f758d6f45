package dev.plimsoll.gateway.wrap;

import dev.plimsoll.testkit.Generator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/** Generates configurations of Codex with tables, inline tables, dotted keys, four kinds of strings, and comments. */
@NullMarked
final class RandomToml {

    private static final List<String> STRINGS = List.of(
            "\"npx\"",
            "'C:\\x'",
            "\"a \\\"b\\\" \\u00e9\"",
            "'''x'''",
            "\"\"\"y\"\"\"",
            "\"#no\"",
            "\"[t]\"",
            "\"é😀\"");
    /** Values of headers. */
    private static final List<String> HEADER_VALUES = STRINGS.subList(0, 3);

    private static final List<String> VALUES = List.of(
            "1", "-1.5e3", "true", "1979-05-27 07:32:00", "[1, [\"x\"]]", "{ a = 1 }", "\"\"\"\n[no]\n\"\"\"", "0x1F");

    private final Random random;
    private final int size;
    private final String newline;
    private final StringBuilder out = new StringBuilder();
    private int nextNumber;

    private RandomToml(Random random, int size) {
        this.random = random;
        this.size = size;
        this.newline = random.nextBoolean() ? "\n" : "\r\n";
    }

    static Generator<String> texts() {
        return (random, size) -> new RandomToml(random, size).document();
    }

    private String document() {
        out.append(random.nextInt(8) == 0 ? "\uFEFF" : "");
        blankLines();
        appendLine("", "model", pick(STRINGS));
        int count = 1 + random.nextInt(2 + size / 20);
        if (random.nextBoolean()) {
            out.append("[mcp_servers]").append(lineEnd());
            for (int i = 0; i < count; i++) {
                appendLine(indent(), name(), inlineTable());
            }
        } else if (random.nextBoolean()) {
            dottedServer();
            return finish();
        }
        for (int i = 0; i < count; i++) {
            table();
        }
        return finish();
    }

    private String finish() {
        String text = out.toString();
        return random.nextInt(3) == 0 ? text.stripTrailing() : text;
    }

    private void dottedServer() {
        String space = random.nextBoolean() ? "" : " ";
        String prefix = "mcp_servers" + space + "." + space + name() + space + "." + space;
        List<String[]> members = members(false);
        for (String[] member : members) {
            appendLine(indent(), prefix + member[0], member[1]);
        }
    }

    private String inlineTable() {
        StringBuilder table = new StringBuilder("{");
        List<String[]> members = members(true);
        for (int i = 0; i < members.size(); i++) {
            table.append(space())
                    .append(members.get(i)[0])
                    .append(space())
                    .append('=')
                    .append(space());
            table.append(members.get(i)[1]).append(space()).append(i < members.size() - 1 ? "," : "");
        }
        return table.append(space()).append('}').toString();
    }

    private void table() {
        String name = name();
        out.append(indent())
                .append("[ mcp_servers . ".replace(" ", space()))
                .append(name)
                .append("]")
                .append(lineEnd());
        blankLines();
        List<String[]> members = members(false);
        boolean hasUrl = false;
        for (String[] member : members) {
            appendLine(indent(), member[0], member[1]);
            hasUrl |= member[0].equals("url");
            blankLines();
        }
        boolean hasHeaders = members.stream().anyMatch(member -> member[0].equals("http_headers"));
        if (hasUrl && !hasHeaders && random.nextBoolean()) {
            out.append("[mcp_servers.")
                    .append(name)
                    .append(random.nextBoolean() ? ".http_headers]" : ".env]")
                    .append(lineEnd());
            for (int i = 1 + random.nextInt(2); i > 0; i--) {
                blankLines();
                appendLine(
                        indent(),
                        random.nextBoolean() ? "X-" + nextNumber++ : "\"Y-" + nextNumber++ + "\"",
                        pick(HEADER_VALUES));
            }
        }
    }

    private List<String[]> members(boolean isInline) {
        List<String[]> members = new ArrayList<>();
        members.add(new String[] {"o" + nextNumber++, isInline ? "1" : pick(VALUES)});
        if (random.nextInt(3) > 0) {
            members.add(new String[] {random.nextBoolean() ? "command" : "\"command\"", pick(STRINGS)});
            if (random.nextInt(3) > 0) {
                members.add(new String[] {"args", array(isInline)});
            }
        } else {
            members.add(new String[] {"url", "\"https://e/mcp?" + nextNumber++ + "\""});
            if (random.nextBoolean()) {
                members.add(
                        new String[] {"http_headers", "{ A" + nextNumber++ + " =" + space() + pick(HEADER_VALUES) + " }"
                        });
            }
            if (random.nextInt(3) == 0) {
                members.add(new String[] {"bearer_token_env_var", "'TOKEN'"});
            }
        }
        Collections.shuffle(members, random);
        return members;
    }

    private String array(boolean isInline) {
        StringBuilder array = new StringBuilder("[");
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            array.append(gap(isInline)).append(pick(STRINGS)).append(gap(isInline));
            array.append(i < count - 1 || random.nextInt(3) == 0 ? "," : "");
        }
        return array.append(gap(isInline)).append(']').toString();
    }

    private String gap(boolean isInline) {
        return switch (random.nextInt(isInline ? 2 : 5)) {
            case 2 -> newline + "  ";
            case 3 -> " #c" + nextNumber++ + newline + "\t";
            default -> space();
        };
    }

    private void appendLine(String indent, String key, String value) {
        out.append(indent)
                .append(key)
                .append(space())
                .append('=')
                .append(space())
                .append(value)
                .append(lineEnd());
    }

    private void blankLines() {
        for (int i = random.nextInt(3); i > 0; i--) {
            out.append(indent()).append(lineEnd());
        }
    }

    private String lineEnd() {
        return space() + (random.nextInt(3) == 0 ? "#c" + nextNumber++ : "") + newline;
    }

    private String indent() {
        return pick(List.of("", "", "  ", "\t"));
    }

    private String space() {
        return pick(List.of("", " ", " ", "\t", "  "));
    }

    private String name() {
        return switch (random.nextInt(3)) {
            case 0 -> "n" + nextNumber++;
            case 1 -> "\"My é" + nextNumber++ + "\"";
            default -> "'x.y " + nextNumber++ + "'";
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
