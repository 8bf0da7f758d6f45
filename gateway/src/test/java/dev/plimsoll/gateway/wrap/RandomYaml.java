package dev.plimsoll.gateway.wrap;

import dev.plimsoll.testkit.Generator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/** Generates configurations of Continue, Goose, and LibreChat with random indentation, quotes, brackets, and comments. */
@NullMarked
final class RandomYaml {

    private static final List<String> SCALARS =
            List.of("npx", "'it''s'", "\"a \\\"b\\\"\"", "/usr/bin/x y", "é😀", "\"#no\"", "'- x'", "a#b", "x:y");
    private static final List<String> OTHER_VALUES =
            List.of("1", "true", "null", "[1, {command: x}]", "|-\n%  text: [\n%  - x");

    private final Random random;
    private final int size;
    private final String newline;
    private final StringBuilder out = new StringBuilder();
    private int nextNumber;

    /** A member. Its value may have several lines, in which % stands for the indentation. */
    private record Member(String name, String value) {}

    private RandomYaml(Random random, int size) {
        this.random = random;
        this.size = size;
        this.newline = random.nextBoolean() ? "\n" : "\r\n";
    }

    static Generator<String> texts() {
        return (random, size) -> new RandomYaml(random, size).document();
    }

    private String document() {
        out.append(random.nextInt(8) == 0 ? "\uFEFF" : "").append(random.nextInt(4) == 0 ? "---\n" : "");
        appendBlankLines();
        out.append("version: &v 1").append(lineEnd());
        int count = 1 + random.nextInt(2 + size / 20);
        switch (random.nextInt(3)) {
            case 0 -> {
                out.append("mcpServers:").append(lineEnd());
                list(count);
            }
            case 1 -> {
                out.append("mcpServers:").append(lineEnd());
                map(count, false);
            }
            default -> {
                out.append("extensions:").append(lineEnd());
                map(count, true);
            }
        }
        out.append("last: *v").append(lineEnd());
        String text = out.toString().replace("\n", newline);
        return random.nextInt(3) == 0 ? text.stripTrailing() : text;
    }

    private void list(int count) {
        String indent = " ".repeat(random.nextInt(3));
        for (int i = 0; i < count; i++) {
            List<Member> members = members(false);
            members.add(new Member("name", "s" + nextNumber++));
            Collections.shuffle(members, random);
            String dash = "-" + " ".repeat(1 + random.nextInt(2));
            appendMembers(indent + dash, indent + " ".repeat(dash.length()), members);
        }
    }

    private void map(int count, boolean isGoose) {
        String indent = " ".repeat(1 + random.nextInt(4));
        for (int i = 0; i < count; i++) {
            List<Member> members = members(isGoose);
            Collections.shuffle(members, random);
            if (random.nextInt(4) == 0
                    && members.stream().noneMatch(member -> member.value().contains("%"))) {
                List<String> memberTexts = members.stream()
                        .map(member -> member.name() + ": " + quoted(member.value()))
                        .toList();
                out.append(indent)
                        .append(name())
                        .append(": {")
                        .append(String.join(", ", memberTexts))
                        .append("}")
                        .append(lineEnd());
            } else {
                out.append(indent).append(name()).append(":").append(lineEnd());
                String inner = indent + " ".repeat(1 + random.nextInt(4));
                appendMembers(inner, inner, members);
            }
            appendBlankLines();
        }
    }

    /** Returns a value for a collection in brackets, in which some texts need quotes. */
    private static String quoted(String value) {
        return value.startsWith("http") ? "\"" + value + "\"" : value;
    }

    private void appendMembers(String first, String rest, List<Member> members) {
        String indent = first;
        for (Member member : members) {
            out.append(indent).append(member.name()).append(":");
            String value = member.value().replace("%", rest);
            out.append(value.startsWith("\n") ? "" : " ".repeat(1 + random.nextInt(2)))
                    .append(value);
            out.append(value.contains("|-") ? "\n" : lineEnd());
            indent = rest;
        }
    }

    private List<Member> members(boolean isGoose) {
        List<Member> members = new ArrayList<>();
        members.add(new Member("o" + nextNumber++, pick(OTHER_VALUES)));
        if (random.nextInt(3) > 0) {
            members.add(new Member(isGoose ? "cmd" : random.nextBoolean() ? "command" : "\"command\"", pick(SCALARS)));
            if (random.nextInt(3) > 0) {
                members.add(new Member("args", arguments()));
            }
            members.add(new Member("type", "stdio"));
        } else {
            members.add(new Member(
                    isGoose ? "uri" : "url",
                    random.nextBoolean() ? "https://e/mcp#" + nextNumber++ : "'https://e?" + nextNumber++ + "'"));
            members.add(new Member("type", pick(List.of("sse", "\"streamable_http\"", "'http'"))));
            if (random.nextInt(3) > 0) {
                members.add(new Member("headers", headers()));
            }
            if (isGoose && random.nextBoolean()) {
                members.add(new Member("envs", "{}"));
            }
        }
        return members;
    }

    private String arguments() {
        int count = random.nextInt(4);
        StringBuilder arguments = new StringBuilder();
        if (count == 0 || random.nextBoolean()) {
            for (int i = 0; i < count; i++) {
                arguments.append(i == 0 ? "" : ",").append(" ".repeat(random.nextInt(2)));
                arguments.append(pick(List.of("-y", "'x'", "\"y\"", "8080", "--z=1")));
            }
            return "[" + arguments + "]";
        }
        String indent = " ".repeat(random.nextInt(3));
        for (int i = 0; i < count; i++) {
            arguments.append(random.nextInt(4) == 0 ? "\n%" + indent + "#c" + nextNumber++ : "");
            arguments.append("\n%").append(indent).append("-").append(" ".repeat(1 + random.nextInt(3)));
            arguments.append(pick(List.of("-y", "--", "'x y'", "8080", "null", "a: b", "\"é\" #c" + nextNumber++)));
        }
        return arguments.toString();
    }

    private String headers() {
        if (random.nextInt(3) == 0) {
            return pick(List.of("{}", "{A: x, \"B-C\": 'y'}", "{ A: \"x\" }"));
        }
        StringBuilder headers = new StringBuilder();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            headers.append("\n%  ")
                    .append(pick(List.of("X-", "\"Y\"", "Z")))
                    .append(": ")
                    .append(pick(SCALARS));
        }
        return headers.toString().replaceFirst("X-", "X-" + nextNumber++).replaceFirst("Z", "Z" + nextNumber++);
    }

    private void appendBlankLines() {
        for (int i = random.nextInt(3); i > 0; i--) {
            out.append(" ".repeat(random.nextInt(3)))
                    .append(random.nextBoolean() ? "#c" + nextNumber++ : "")
                    .append("\n");
        }
    }

    private String lineEnd() {
        return (random.nextInt(3) == 0 ? " #c" + nextNumber++ : " ".repeat(random.nextInt(2))) + "\n";
    }

    private String name() {
        return switch (random.nextInt(3)) {
            case 0 -> "n" + nextNumber++;
            case 1 -> "\"My é" + nextNumber++ + "\"";
            default -> "x y" + nextNumber++;
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
