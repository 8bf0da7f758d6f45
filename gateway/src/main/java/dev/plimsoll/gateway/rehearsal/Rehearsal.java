package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.cli.Exit;
import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.serve.Gateway;
import dev.plimsoll.gateway.serve.ServingException;
import dev.plimsoll.json.ByteSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through what a way of use does first, so that its AOT cache knows the classes it needs. Run by the launcher only, when it
 * builds and for {@code warm}, which takes away what this leaves in the folder for temporary files.
 */
public final class Rehearsal {

    /** Nothing here takes as long, and no build should wait for it for ever. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** So often is gone round, after which the compilers know what is busy; on a slow machine until the time is up. */
    private static final int ROUNDS = 40;

    private static final Duration PRACTICE = Duration.ofSeconds(20);

    private static final int SMALL_CALLS = 80;

    private static final int MODERN_CALLS = 20;

    /** Large results come only so often: they take long. */
    private static final int EVERY = 2;

    /** What a server without wits answers, in this order. */
    private static final List<String> ANSWERS = List.of(Talk.WELCOME, Talk.TOOLS, Talk.SMALL, Talk.BIG);

    private static final List<String> ASKED = List.of(
            Talk.HELLO,
            Talk.READY,
            Talk.LIST,
            Talk.call(3, "small", "{}"),
            Talk.call(4, "big", "{}"),
            Talk.call(5, "plimsoll_read", "{\"cursor\":\"none\"}"));

    private Rehearsal() {}

    /** Takes the launcher's name for the way of use. */
    public static void main(String[] args) throws IOException {
        Thread impatient = Thread.ofPlatform().daemon().start(Rehearsal::losePatience);
        rehearse(args[0], Terminal.system());
        impatient.interrupt();
    }

    private static void rehearse(String mode, Terminal terminal) throws IOException {
        if ("run".equals(mode)) {
            step(Exit.GOOD, terminal, "--version");
            run(terminal);
            return;
        }
        if ("serve".equals(mode)) {
            step(Exit.GOOD, terminal, "serve", "--help");
            serve();
            return;
        }
        step(Exit.GOOD, terminal, "--help");
        step(Exit.USAGE, terminal, "no-such-command");
        step(Exit.GOOD, typing(terminal, Talk.RECORDS), "try", "-", "--budget", "500", "--walk");
    }

    private static void step(int expected, Terminal terminal, String... arguments) throws IOException {
        int status = terminal.finish(Main.run(terminal, arguments));
        if (status != expected) {
            throw new IOException(String.join(" ", arguments) + " ended with " + status);
        }
    }

    private static void losePatience() {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException e) {
            return;
        }
        System.err.println("the rehearsal was not over after " + PATIENCE);
        Runtime.getRuntime().halt(Exit.FAILED);
    }

    private static void run(Terminal terminal) throws IOException {
        Path data = Files.createTempDirectory("plimsoll");
        Path file = Files.writeString(data.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\n");
        List<String> arguments = new ArrayList<>(
                List.of("--config", file.toString(), "--data", data.toString(), "--", "sh", "-c", script()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        RunCommand command =
                new RunCommand(typing(terminal, String.join("\n", ASKED) + "\n"), said, Surroundings.ofThisProcess());
        int status = command.run(arguments.toArray(String[]::new));
        String answers = said.toString(StandardCharsets.UTF_8);
        long refused = answers.lines().filter(Talk::refuses).count();
        // each question has its answer, and the cursor that was never given is refused alone
        if (status != Exit.GOOD || refused != 1 || answers.lines().count() != ANSWERS.size() + 1) {
            throw new IOException("run ended with " + status + " and said " + Talk.beginning(answers));
        }
    }

    private static void serve() throws IOException {
        Path data = Files.createTempDirectory("plimsoll");
        try (FarServer far = new FarServer(Talk.results())) {
            String script = new ByteSink().string(script()).slice().utf8();
            try (Gateway gateway = open(data, "{ near: { command: [sh, -c, " + script + "] } }")) {
                greet(gateway, "/mcp/near", "small", "big");
            }
            try (Gateway gateway = open(data, "{ far: { url: \"" + far.url() + "\" } }")) {
                // all as one as well, which asks each server when it likes
                greet(gateway, "/mcp", "far__small", "far__big");
                practise(gateway.port());
            }
        } catch (ConfigurationException | ServingException e) {
            throw new IOException(e);
        }
    }

    private static Gateway open(Path data, String servers)
            throws IOException, ConfigurationException, ServingException {
        Path file =
                Files.writeString(data.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\nservers: " + servers + "\n");
        List<Flag> flags = List.of(Flag.listen("127.0.0.1:0"), Flag.data(data.toString()));
        Configuration configuration = new ConfigurationReader(Surroundings.ofThisProcess())
                .read(DefaultFile.WORKING_FOLDER, file.toString(), flags)
                .configuration();
        // it says a line of each call, as it will, but to nobody
        PrintStream nobody = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Gateway.open(configuration, new Log(nobody, Level.INFO));
    }

    private static void greet(Gateway gateway, String path, String... tools) throws IOException {
        try (Client client = new Client(gateway.port(), path)) {
            client.introduce();
            for (String tool : tools) {
                client.call(tool);
            }
        }
    }

    /** As an agent does: mostly small calls, some that are cut and read on, now and then one that is very large. */
    private static void practise(int port) throws IOException {
        try (Client client = new Client(port, "/mcp/far")) {
            client.introduce();
            long until = System.nanoTime() + PRACTICE.toNanos();
            for (int round = 0; round < ROUNDS && System.nanoTime() - until < 0; round++) {
                for (int i = 0; i < SMALL_CALLS; i++) {
                    client.call("small");
                }
                for (int i = 0; i < MODERN_CALLS; i++) {
                    var _ = client.ask(Talk.MODERN_HEADERS, Talk.MODERN);
                }
                client.call("records", "");
                if (round % EVERY == 0) {
                    client.call("list", "", ",\"query\":\"map(select(.state == \\\"missing\\\")) | length\"");
                    client.call("structured", "", ",\"find\":\"missing\"", ",\"mode\":\"outline\"");
                    client.call("log", "", ",\"find\":\"ERROR\"");
                    client.call("manual", "", ",\"mode\":\"outline\"");
                    client.call("table", "");
                }
            }
        }
    }

    /** A server that has its answers by heart, and gives each when it is asked. */
    private static String script() {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < ANSWERS.size(); i++) {
            script.append("read a; ").append(answer(i)).append(i == 0 ? "read a; " : "");
        }
        return script.append("cat >/dev/null").toString();
    }

    private static String answer(int i) {
        return "printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":" + (i + 1) + ",\"result\":" + ANSWERS.get(i) + "}'; ";
    }

    private static Terminal typing(Terminal terminal, String typed) {
        InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        return new Terminal(in, terminal.out(), terminal.err(), true, false);
    }
}
