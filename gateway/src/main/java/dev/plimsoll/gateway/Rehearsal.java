package dev.plimsoll.gateway;

import dev.plimsoll.gateway.cli.Terminal;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Walks through what a way of use does first, so that its AOT cache knows the classes it needs. Run by the launcher's
 * build step only; what it prints is thrown away.
 */
public final class Rehearsal {

    private Rehearsal() {}

    /** Takes the launcher's name for the way of use. */
    public static void main(String[] args) {
        Terminal terminal = typing(Terminal.system(), "[" + "{\"id\":1,\"name\":\"a record\"},".repeat(200) + "null]");
        for (List<String> step : "run".equals(args[0]) ? run() : commands()) {
            terminal.finish(Main.run(terminal, step.toArray(String[]::new)));
        }
    }

    private static List<List<String>> run() {
        return List.of(List.of("--version"));
    }

    private static List<List<String>> commands() {
        return List.of(List.of("--help"), List.of("no-such-command"), List.of("try", "-", "--budget", "500", "--walk"));
    }

    private static Terminal typing(Terminal terminal, String typed) {
        InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        return new Terminal(in, terminal.out(), terminal.err(), true, false);
    }
}
