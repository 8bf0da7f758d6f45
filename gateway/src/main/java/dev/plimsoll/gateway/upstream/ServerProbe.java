package dev.plimsoll.gateway.upstream;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.app.AppUse;
import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.tokens.TokenCounter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Queries the name and the tools of a server in a short session. */
public final class ServerProbe {

    private static final int MAX_PAGES = 100;
    private static final int MAX_TOOLS = 20_000;
    private static final int MAX_CURSOR_LENGTH = 8_192;

    private final Upstream server;
    private final OwnRequests ownRequests = OwnRequests.numbered(this::send);
    private final AtomicInteger invalidLineCount = new AtomicInteger();
    private volatile String currentMethod = "";
    private volatile @Nullable IOException closeReason;

    private ServerProbe(Upstream server) {
        this.server = server;
    }

    /**
     * Facts about a server.
     *
     * @param millis time until the response to the first request, including the start of the server's process
     * @param tools number of tools on the first page of the listing
     * @param toolTokens tokens of this page
     * @param invalidLines number of lines of output that were not messages
     * @param contentApps names of the tools on this page with an app but no output schema; such an app can
     *     only get its data from {@code content}
     */
    public record ServerFacts(
            String name,
            String revision,
            long millis,
            int tools,
            int toolTokens,
            int invalidLines,
            List<String> contentApps) {

        public ServerFacts {
            contentApps = List.copyOf(contentApps);
        }
    }

    /**
     * Starts the session with a server, queries its facts, and closes the connection.
     *
     * @param server the connection, on which {@code start} was not called yet
     * @param startNanos time at which the server was started or the connection opened
     * @throws UpstreamException if the server ends or does not respond in time; the message is written for people
     */
    public static ServerFacts probe(Upstream server, Duration timeout, long startNanos) throws UpstreamException {
        return run(server, timeout, (serverProbe, deadlineNanos) -> serverProbe.queryFacts(startNanos, deadlineNanos));
    }

    /**
     * Starts the session with a server, lists its tools, and closes the connection.
     *
     * @param server the connection, on which {@code start} was not called yet
     * @return the entries of all pages
     * @throws UpstreamException if the server ends or does not respond in time; the message is written for people
     */
    public static List<Slice> listTools(Upstream server, Duration timeout) throws UpstreamException {
        return run(server, timeout, ServerProbe::queryTools);
    }

    /** Work during the session with a server. */
    @FunctionalInterface
    private interface SessionTask<T> {
        T run(ServerProbe serverProbe, long deadlineNanos) throws IOException, InterruptedException, TimeoutException;
    }

    private static <T> T run(Upstream server, Duration timeout, SessionTask<T> task) throws UpstreamException {
        try (server) {
            ServerProbe serverProbe = new ServerProbe(server);
            server.start(serverProbe.new ResponseListener());
            return task.run(serverProbe, System.nanoTime() + timeout.toNanos());
        } catch (TimeoutException e) {
            throw new UpstreamException("gives no answer within " + timeout.toSeconds() + " s", e);
        } catch (IOException e) {
            throw new UpstreamException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("interrupted", e);
        }
    }

    private @Nullable Slice initialize(long deadlineNanos) throws IOException, InterruptedException, TimeoutException {
        JsonWriter params = new JsonWriter().beginObject().string("protocolVersion", Revision.LATEST_LEGACY.text());
        params.beginObject("capabilities").beginObject("extensions").beginObject(AppExtension.ID);
        params.strings("mimeTypes", List.of("text/html;profile=mcp-app"));
        params.endObject().endObject().endObject().beginObject("clientInfo");
        params.string("name", "plimsoll-doctor").string("version", "1").endObject();
        return requestResult("initialize", params.endObject().slice(), deadlineNanos);
    }

    private List<Slice> queryTools(long deadlineNanos) throws IOException, InterruptedException, TimeoutException {
        var _ = initialize(deadlineNanos);
        server.send(Message.notification("notifications/initialized", Slice.of("{}")));
        List<Slice> entries = new ArrayList<>();
        String cursor = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = requestResult("tools/list", ListParams.of(null, cursor), deadlineNanos);
            Slice tools = result == null ? null : ObjectEdit.valueIn(result, "tools");
            if (result == null || tools == null || Json.type(tools) != JsonType.ARRAY) {
                return entries;
            }
            ItemIndex items = ItemIndex.of(tools);
            for (int i = 0; i < items.count() && entries.size() < MAX_TOOLS; i++) {
                entries.add(items.item(i));
            }
            String next = ObjectEdit.textIn(result, "nextCursor", MAX_CURSOR_LENGTH);
            if (next == null || next.equals(cursor)) {
                return entries;
            }
            cursor = next;
        }
        return entries;
    }

    private ServerFacts queryFacts(long startNanos, long deadlineNanos)
            throws IOException, InterruptedException, TimeoutException {
        Slice initializeResult = initialize(deadlineNanos);
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        server.send(Message.notification("notifications/initialized", Slice.of("{}")));
        Slice listing = requestResult("tools/list", Slice.of("{}"), deadlineNanos);
        Slice tools = listing == null ? null : ObjectEdit.valueIn(listing, "tools");
        boolean hasTools = tools != null && Json.type(tools) == JsonType.ARRAY;
        return new ServerFacts(
                textOrDefault(
                        initializeResult == null ? null : ObjectEdit.objectIn(initializeResult, "serverInfo"),
                        "name",
                        "an MCP server"),
                textOrDefault(initializeResult, "protocolVersion", "unknown"),
                millis,
                hasTools && tools != null ? ItemIndex.of(tools).count() : 0,
                hasTools && tools != null ? TokenCounter.classes().count(tools) : 0,
                invalidLineCount.get(),
                hasTools && tools != null ? findContentApps(tools) : List.of());
    }

    private static List<String> findContentApps(Slice tools) {
        List<String> names = new ArrayList<>();
        ItemIndex items = ItemIndex.of(tools);
        for (int i = 0; i < items.count(); i++) {
            ListedTool tool = ListedTool.of(items.item(i));
            if (tool.appUse() == AppUse.SHARED && !tool.hasOutputSchema()) {
                names.add(tool.name());
            }
        }
        return names;
    }

    /** Sends a request and returns its result; null if the response is an error. */
    private @Nullable Slice requestResult(String method, Slice params, long deadlineNanos)
            throws IOException, InterruptedException, TimeoutException {
        currentMethod = method;
        try {
            Slice result = ownRequests
                    .send(method, params)
                    .response()
                    .get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .result();
            return result == null || Json.type(result) != JsonType.OBJECT ? null : result;
        } catch (ExecutionException | IOException e) {
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            String why = String.valueOf(cause.getMessage());
            throw new IOException(cause.equals(closeReason) ? "gives no answer to " + method + ": " + why : why, e);
        }
    }

    private void send(Message message) {
        try {
            server.send(message);
        } catch (IOException e) {
            // the listener will report why the connection has ended
        }
    }

    private static String textOrDefault(@Nullable Slice object, String name, String defaultText) {
        String text = ObjectEdit.textIn(object, name, 200);
        return text == null ? defaultText : text;
    }

    /** Receives the responses. Only one request is pending at a time. */
    private final class ResponseListener implements UpstreamListener {

        @Override
        public void onMessage(Message message) {
            if (message.isResponse()) {
                var _ = ownRequests.accept(message);
            }
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) {
            ownRequests.failAll(new IOException(why.getMessage()));
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {
            ownRequests.failAll(new IOException("answers " + currentMethod + " with more than maxMessageBytes"));
        }

        @Override
        public void onWarning(String warning) {
            // in a probe, each warning is about one invalid line of output
            invalidLineCount.incrementAndGet();
        }

        @Override
        public void onClosed(String reason) {
            IOException why = new IOException(reason);
            closeReason = why;
            ownRequests.close(() -> why);
        }
    }
}
