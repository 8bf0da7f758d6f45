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
    private static final List<String> OTHERS =
            List.of("1", "true", "null", "[1, {command: x}]", "|-\n%  text: [\n%  - x");

    private final Random random;
    private final int size;
    private final String newline;
    private final StringBuilder out = new StringBuilder();
    private int names;

    /** A member whose text may contain lines; % stands for their indentation. */
    private record Part(String name, String value) {}

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
        blank();
        out.append("version: &v 1").append(end());
        int count = 1 + random.nextInt(2 + size / 20);
        switch (random.nextInt(3)) {
            case 0 -> {
                out.append("mcpServers:").append(end());
                list(count);
            }
            case 1 -> {
                out.append("mcpServers:").append(end());
                map(count, false);
            }
            default -> {
                out.append("extensions:").append(end());
                map(count, true);
            }
        }
        out.append("last: *v").append(end());
        String text = out.toString().replace("\n", newline);
        return random.nextInt(3) == 0 ? text.stripTrailing() : text;
    }

    private void list(int count) {
        String indent = " ".repeat(random.nextInt(3));
        for (int i = 0; i < count; i++) {
            List<Part> parts = parts(false);
            parts.add(new Part("name", "s" + names++));
            Collections.shuffle(parts, random);
            String dash = "-" + " ".repeat(1 + random.nextInt(2));
            block(indent + dash, indent + " ".repeat(dash.length()), parts);
        }
    }

    private void map(int count, boolean isGoose) {
        String indent = " ".repeat(1 + random.nextInt(4));
        for (int i = 0; i < count; i++) {
            List<Part> parts = parts(isGoose);
            Collections.shuffle(parts, random);
            if (random.nextInt(4) == 0
                    && parts.stream().noneMatch(part -> part.value().contains("%"))) {
                List<String> members = parts.stream()
                        .map(part -> part.name() + ": " + quoted(part.value()))
                        .toList();
                out.append(indent)
                        .append(name())
                        .append(": {")
                        .append(String.join(", ", members))
                        .append("}")
                        .append(end());
            } else {
                out.append(indent).append(name()).append(":").append(end());
                String inner = indent + " ".repeat(1 + random.nextInt(4));
                block(inner, inner, parts);
            }
            blank();
        }
    }

    /** Returns a value for a collection in brackets, in which some texts need quotes. */
    private static String quoted(String value) {
        return value.startsWith("http") ? "\"" + value + "\"" : value;
    }

    private void block(String first, String rest, List<Part> parts) {
        String indent = first;
        for (Part part : parts) {
            out.append(indent).append(part.name()).append(":");
            String value = part.value().replace("%", rest);
            out.append(value.startsWith("\n") ? "" : " ".repeat(1 + random.nextInt(2)))
                    .append(value);
            out.append(value.contains("|-") ? "\n" : end());
            indent = rest;
        }
    }

    private List<Part> parts(boolean isGoose) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("o" + names++, pick(OTHERS)));
        if (random.nextInt(3) > 0) {
            parts.add(new Part(isGoose ? "cmd" : random.nextBoolean() ? "command" : "\"command\"", pick(SCALARS)));
            if (random.nextInt(3) > 0) {
                parts.add(new Part("args", arguments()));
            }
            parts.add(new Part("type", "stdio"));
        } else {
            parts.add(new Part(
                    isGoose ? "uri" : "url",
                    random.nextBoolean() ? "https://e/mcp#" + names++ : "'https://e?" + names++ + "'"));
            parts.add(new Part("type", pick(List.of("sse", "\"streamable_http\"", "'http'"))));
            if (random.nextInt(3) > 0) {
                parts.add(new Part("headers", headers()));
            }
            if (isGoose && random.nextBoolean()) {
                parts.add(new Part("envs", "{}"));
            }
        }
        return parts;
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
            arguments.append(random.nextInt(4) == 0 ? "\n%" + indent + "#c" + names++ : "");
            arguments.append("\n%").append(indent).append("-").append(" ".repeat(1 + random.nextInt(3)));
            arguments.append(pick(List.of("-y", "--", "'x y'", "8080", "null", "a: b", "\"é\" #c" + names++)));
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
        return headers.toString().replaceFirst("X-", "X-" + names++).replaceFirst("Z", "Z" + names++);
    }

    private void blank() {
        for (int i = random.nextInt(3); i > 0; i--) {
            out.append(" ".repeat(random.nextInt(3)))
                    .append(random.nextBoolean() ? "#c" + names++ : "")
                    .append("\n");
        }
    }

    private String end() {
        return (random.nextInt(3) == 0 ? " #c" + names++ : " ".repeat(random.nextInt(2))) + "\n";
    }

    private String name() {
        return switch (random.nextInt(3)) {
            case 0 -> "n" + names++;
            case 1 -> "\"My é" + names++ + "\"";
            default -> "x y" + names++;
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
