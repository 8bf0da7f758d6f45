package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A short visit to a server: who it is and how many tools it has. */
public final class Probe {

    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(1), Duration.ofMillis(400));
    private static final String REVISION = "2025-11-25";

    private final ServerProcess process;
    private int noise;

    private Probe(ServerProcess process) {
        this.process = process;
    }

    /**
     * What was seen.
     *
     * @param millis from its start to its first answer
     * @param tools on the first page of its listing
     * @param toolTokens what that page costs a model
     * @param noise lines on its standard output that are no messages
     */
    public record Seen(String name, String revision, long millis, int tools, int toolTokens, int noise) {}

    /**
     * Starts the server, asks, and ends it.
     *
     * @throws UpstreamException in words for people: it does not start, ends, or gives no answer in its time
     */
    public static Seen of(Server server, int maxMessageBytes) throws UpstreamException {
        long began = System.nanoTime();
        try (ServerProcess process = ServerProcess.start(server, maxMessageBytes, PATIENCE)) {
            Probe probe = new Probe(process);
            CompletableFuture<Seen> seen = new CompletableFuture<>();
            Thread asking = new Thread(() -> probe.ask(began, seen), "plimsoll-probe");
            asking.setDaemon(true);
            asking.start();
            return within(server.timeouts().start(), seen);
        }
    }

    private static Seen within(Duration patience, CompletableFuture<Seen> seen) throws UpstreamException {
        try {
            return seen.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new UpstreamException("starts, but gives no answer within " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new UpstreamException(String.valueOf(cause == null ? e.getMessage() : cause.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("interrupted", e);
        }
    }

    private void ask(long began, CompletableFuture<Seen> seen) {
        try {
            Slice opened = result(
                    1,
                    "initialize",
                    "{\"protocolVersion\":\"" + REVISION + "\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"plimsoll-doctor\",\"version\":\"1\"}}");
            long millis = (System.nanoTime() - began) / 1_000_000;
            process.send(Message.notification("notifications/initialized", Slice.of("{}")));
            Slice tools = result(2, "tools/list", "{}");
            Slice list = tools == null ? null : Members.get(tools, "tools");
            boolean listed = list != null && Json.type(list) == JsonType.ARRAY;
            seen.complete(new Seen(
                    text(opened == null ? null : Members.get(opened, "serverInfo"), "name", "an MCP server"),
                    text(opened, "protocolVersion", "unknown"),
                    millis,
                    listed && list != null ? ItemIndex.of(list).count() : 0,
                    listed && list != null ? TokenCounter.classes().count(list) : 0,
                    noise));
        } catch (IOException e) {
            seen.completeExceptionally(e);
        }
    }

    /** Its result; null when it answers with an error. */
    private @Nullable Slice result(int id, String method, String params) throws IOException {
        Slice number = Slice.of(Integer.toString(id));
        try {
            process.send(Message.request(number, method, Slice.of(params)));
        } catch (IOException e) {
            throw new IOException(silence(method), e);
        }
        while (true) {
            Slice line = process.receive();
            if (line == null) {
                throw new IOException(silence(method));
            }
            Message message = Message.of(line);
            if (message == null) {
                noise++;
            } else if (message.isResponse() && number.equals(message.id())) {
                Slice result = message.result();
                return result == null || Json.type(result) != JsonType.OBJECT ? null : result;
            }
        }
    }

    private String silence(String method) {
        return "starts, but gives no answer to " + method + ": " + process.ending();
    }

    private static String text(@Nullable Slice object, String name, String otherwise) {
        Slice value = object == null || Json.type(object) != JsonType.OBJECT ? null : Members.get(object, name);
        boolean text = value != null && Json.type(value) == JsonType.STRING && value.length() < 200;
        return text && value != null ? JsonText.text(Json.stringInside(value)) : otherwise;
    }
}
