package dev.plimsoll.gateway.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/**
 * Saves a view of the tool {@code list} of the configured server {@code files}, as a client of {@code plimsoll run}.
 */
@NullMarked
final class SavedViewWriter {

    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");

    private SavedViewWriter() {}

    static void save(Path folder, Path config, String name, String query) throws Exception {
        Pipe in = Pipe.open();
        Pipe out = Pipe.open();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(log, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(Channels.newInputStream(in.source()), err, err, false, false);
        OutputStream protocolOut = Channels.newOutputStream(out.sink());
        HostEnvironment host = new HostEnvironment(Map.of(), folder, folder, "Linux");
        Thread run = Thread.ofPlatform()
                .start(() -> new RunCommand(terminal, protocolOut, host).run("--config=" + config, "--name=files"));
        try (OutputStream client = Channels.newOutputStream(in.sink());
                InputStream answers = Channels.newInputStream(out.source())) {
            send(client, 1, "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}");
            assertThat(readLine(answers)).contains("result");
            send(client, 2, "tools/call", "{\"name\":\"list\",\"arguments\":{}}");
            Matcher cursor = CURSOR.matcher(readLine(answers));
            assertThat(cursor.find()).as(log.toString(StandardCharsets.UTF_8)).isTrue();
            send(
                    client,
                    3,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\",\"query\":\""
                            + query + "\",\"save\":\"" + name + "\"}}");
            assertThat(readLine(answers)).contains("Saved as");
        }
        run.join();
    }

    private static void send(OutputStream client, int id, String method, String params) throws IOException {
        String message =
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}\n";
        new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)).transferTo(client);
        client.flush();
    }

    private static String readLine(InputStream answers) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = answers.read(); b >= 0 && b != '\n'; b = answers.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
