package dev.plimsoll.gateway.wrap;

import dev.plimsoll.testkit.Generator;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Generates JSON configurations with random spaces, tabs, line endings, comments, and commas wherever these
 * are allowed.
 */
final class RandomJsonConfigs {

    private static final Pattern COMMENT = Pattern.compile("//c[0-9]+|/\\*c[0-9]+\\*/");
    private static final List<String> ARGUMENTS = List.of(
            "-y",
            "--",
            "run",
            "--name",
            "é😀",
            "a b",
            "\\u0041\\/",
            "${input:x}",
            "",
            "C:\\\\x",
            "\\\"q\\\"",
            "/bin/sh");
    private static final List<String> COMMANDS =
            List.of("npx", "cmd", "/bin/sh", "plimsoll", "\\u006eode", "${env:X}", "a \\\"b\\\"");
    private static final List<String> VALUES = List.of(
            "1",
            "-1.50e3",
            "null",
            "true",
            "\"//no\"",
            "[]",
            "{}",
            "[1,{\"command\":\"x\",\"args\":[2]}]",
            "\"\\ud83d\"");

    private final Random random;
    private final int size;
    private final String newline;
    private final StringBuilder out = new StringBuilder();
    private int nextNumber;

    private RandomJsonConfigs(Random random, int size) {
        this.random = random;
        this.size = size;
        this.newline = random.nextBoolean() ? "\n" : "\r\n";
    }

    static Generator<String> texts() {
        return (random, size) -> new RandomJsonConfigs(random, size).document();
    }

    static List<String> comments(String text) {
        return COMMENT.matcher(text).results().map(MatchResult::group).toList();
    }

    private String document() {
        out.append(random.nextInt(8) == 0 ? "\uFEFF" : "");
        gap();
        object(
                this::otherMember,
                () -> member("mcpServers", this::servers),
                () -> member(
                        "projects",
                        () -> object(
                                this::otherMember,
                                () -> member("/p", () -> object(() -> member("mcpServers", this::servers))))),
                () -> member("servers", this::servers));
        gap();
        return out.toString();
    }

    private void servers() {
        Runnable[] all = new Runnable[random.nextInt(2 + size / 20)];
        for (int i = 0; i < all.length; i++) {
            all[i] = () -> member(name(), this::server);
        }
        object(all);
    }

    private void server() {
        switch (random.nextInt(9)) {
            case 0 -> out.append(pick(VALUES));
            case 1 -> object(() -> member("url", () -> out.append("\"https://e/mcp\"")), this::otherMember);
            case 2, 3 -> object(this::otherMember, this::command, this::otherMember);
            case 4 -> object(this::arguments, this::command);
            case 5 -> object(this::otherMember, this::commandList, this::otherMember);
            default -> object(this::otherMember, this::command, this::arguments, this::otherMember);
        }
    }

    private void command() {
        member("command", () -> out.append('"').append(pick(COMMANDS)).append('"'));
    }

    private void commandList() {
        member("command", () -> {
            out.append('[');
            gap();
            out.append('"').append(pick(COMMANDS)).append('"');
            for (int i = random.nextInt(3); i > 0; i--) {
                gap();
                out.append(',');
                gap();
                // `run` after the command would make some lists look wrapped
                out.append('"').append(pick(ARGUMENTS).replace("run", "ran")).append('"');
            }
            gap();
            out.append(']');
        });
    }

    private void arguments() {
        member("args", () -> {
            int count = random.nextInt(4);
            out.append('[');
            gap();
            for (int i = 0; i < count; i++) {
                // `run` as first word would make some commands look wrapped
                String word = pick(ARGUMENTS);
                out.append('"')
                        .append(i == 0 && word.equals("run") ? "ran" : word)
                        .append('"');
                gap();
                boolean isLast = i == count - 1;
                out.append(!isLast || random.nextInt(4) == 0 ? "," : "");
                gap();
            }
            out.append(']');
        });
    }

    private void otherMember() {
        member(name(), () -> out.append(pick(VALUES)));
    }

    private void object(Runnable... members) {
        out.append('{');
        gap();
        for (int i = 0; i < members.length; i++) {
            members[i].run();
            gap();
            out.append(i < members.length - 1 || random.nextInt(4) == 0 ? "," : "");
            gap();
        }
        out.append('}');
    }

    private void member(String name, Runnable value) {
        out.append('"').append(name).append('"');
        gap();
        out.append(':');
        gap();
        value.run();
    }

    /** Returns a unique name, because a Jackson tree keeps only the last of two members with the same name. */
    private String name() {
        return List.of("n", "My server ", "é\\n", "\\u0063").get(random.nextInt(4)) + nextNumber++;
    }

    private void gap() {
        for (int i = random.nextInt(3); i > 0; i--) {
            switch (random.nextInt(6)) {
                case 0 -> out.append(newline).append("  ");
                case 1 -> out.append(newline).append('\t');
                case 2 -> out.append("//c").append(nextNumber++).append(newline);
                case 3 -> out.append("/*c").append(nextNumber++).append("*/");
                default -> out.append(' ');
            }
        }
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
