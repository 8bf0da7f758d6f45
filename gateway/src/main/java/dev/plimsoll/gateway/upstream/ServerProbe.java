package dev.plimsoll.gateway.upstream;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.app.AppUse;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.schema.ListedTool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Short session with a server, to find its name and its tools. */
public final class ServerProbe {

    private static final String REVISION = "2025-11-25";

    private final Upstream server;
    private final Answers answers = new Answers();

    private ServerProbe(Upstream server) {
        this.server = server;
    }

    /**
     * Facts about a server.
     *
     * @param millis time from the first request to its response, including the start of a program
     * @param tools number of tools on the first page of its tool list
     * @param toolTokens tokens of that page
     * @param noise number of lines that were not messages
     * @param contentApps names of the tools on that page whose app can only get its data from {@code content}, because
     *     they declare no structured content
     */
    public record Seen(
            String name, String revision, long millis, int tools, int toolTokens, int noise, List<String> contentApps) {

        public Seen {
            contentApps = List.copyOf(contentApps);
        }
    }

    /**
     * Queries a server that was not started yet, and ends the connection.
     *
     * @param startNanos time at which opening the connection began
     * @throws UpstreamException if the server ends or does not respond in time; the message is written for people
     */
    public static Seen of(Upstream server, Duration timeout, long startNanos) throws UpstreamException {
        try (server) {
            ServerProbe serverProbe = new ServerProbe(server);
            server.start(serverProbe.answers);
            return serverProbe.ask(startNanos, System.nanoTime() + timeout.toNanos());
        } catch (TimeoutException e) {
            throw new UpstreamException("gives no answer within " + timeout.toSeconds() + " s", e);
        } catch (IOException e) {
            throw new UpstreamException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("interrupted", e);
        }
    }

    private Seen ask(long startNanos, long deadline) throws IOException, InterruptedException, TimeoutException {
        Slice opened = result(
                "initialize",
                "{\"protocolVersion\":\"" + REVISION + "\",\"capabilities\":{\"extensions\":{\"" + AppExtension.ID
                        + "\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}},"
                        + "\"clientInfo\":{\"name\":\"plimsoll-doctor\",\"version\":\"1\"}}",
                deadline);
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        server.send(Message.notification("notifications/initialized", Slice.of("{}")));
        Slice tools = result("tools/list", "{}", deadline);
        Slice list = tools == null ? null : ObjectEdit.valueIn(tools, "tools");
        boolean hasTools = list != null && Json.type(list) == JsonType.ARRAY;
        return new Seen(
                text(opened == null ? null : ObjectEdit.objectIn(opened, "serverInfo"), "name", "an MCP server"),
                text(opened, "protocolVersion", "unknown"),
                millis,
                hasTools && list != null ? ItemIndex.of(list).count() : 0,
                hasTools && list != null ? TokenCounter.classes().count(list) : 0,
                answers.noise(),
                hasTools && list != null ? contentApps(list) : List.of());
    }

    private static List<String> contentApps(Slice list) {
        List<String> names = new ArrayList<>();
        ItemIndex items = ItemIndex.of(list);
        for (int i = 0; i < items.count(); i++) {
            ListedTool tool = ListedTool.of(items.item(i));
            if (tool.appUse() == AppUse.SHARED && !tool.hasOutputSchema()) {
                names.add(tool.name());
            }
        }
        return names;
    }

    /** Sends a request and returns its result; null if the response is an error. */
    private @Nullable Slice result(String method, String params, long deadline)
            throws IOException, InterruptedException, TimeoutException {
        CompletableFuture<@Nullable Slice> answer = answers.next(method);
        try {
            server.send(Message.request(answers.id(), method, Slice.of(params)));
        } catch (IOException e) {
            // the reason of the end is known in a moment
            answers.onWarning("it does not read");
        }
        try {
            return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? e.getMessage() : cause.getMessage(), e);
        }
    }

    private static String text(@Nullable Slice object, String name, String otherwise) {
        String text = ObjectEdit.textIn(object, name, 200);
        return text == null ? otherwise : text;
    }

    /** Receives the responses, to one request at a time. */
    private static final class Answers implements UpstreamListener {

        private CompletableFuture<@Nullable Slice> current = new CompletableFuture<>();
        private String method = "";
        private @Nullable String end;
        private int noise;
        private int asked;

        synchronized CompletableFuture<@Nullable Slice> next(String name) {
            method = name;
            asked++;
            current = new CompletableFuture<>();
            String reason = end;
            if (reason != null) {
                fail(reason);
            }
            return current;
        }

        synchronized Slice id() {
            return Slice.of(Integer.toString(asked));
        }

        synchronized int noise() {
            return noise;
        }

        @Override
        public synchronized void onMessage(Slice bytes) {
            Message message = Message.of(bytes);
            if (message == null) {
                noise += Envelope.isBatch(bytes) ? 0 : 1;
            } else if (message.isResponse() && id().equals(message.id())) {
                Slice result = message.result();
                current.complete(result == null || Json.type(result) != JsonType.OBJECT ? null : result);
            }
        }

        @Override
        public synchronized void onRequestFailed(Slice requestId, RefusedException why) {
            current.completeExceptionally(new IOException(why.getMessage()));
        }

        @Override
        public synchronized void onMessageTooLong(LineTooLongException message, int maxBytes) {
            current.completeExceptionally(new IOException("answers " + method + " with more than maxMessageBytes"));
        }

        @Override
        public synchronized void onWarning(String warning) {
            noise++;
        }

        @Override
        public synchronized void onClosed(String reason) {
            end = reason;
            fail(reason);
        }

        private void fail(String reason) {
            current.completeExceptionally(new IOException("gives no answer to " + method + ": " + reason));
        }
    }
}
