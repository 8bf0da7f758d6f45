package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists the tools of a server with the definitions that clients get. Includes tools that are switched off.
 * Starts the server if necessary.
 */
final class ToolInventory {

    private static final int MAX_PAGES = 100;
    private static final int MAX_TOOLS = 20_000;
    private static final int MAX_CURSOR_LENGTH = 8_192;
    private static final int MAX_ERROR_LENGTH = 1_024;
    private static final Duration LIST_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final String METHOD = "tools/list";

    private final ServerSession session;
    private final OwnRequests requests;
    private final long deadlineNanos;

    private ToolInventory(ServerSession session, long deadlineNanos) {
        this.session = session;
        this.requests = OwnRequests.to(session::handle);
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Lists the tools, and converts each.
     *
     * @param converter converts the JSON entry of a tool
     *
     * @throws RefusedException if the server does not list its tools
     */
    static <T> List<T> list(ServerBackend server, AuthenticatedCaller caller, Function<Slice, T> converter)
            throws InterruptedException {
        long deadlineNanos =
                System.nanoTime() + server.startTimeout().plus(LIST_TIMEOUT).toNanos();
        try (ServerSession session = server.openForRequest(caller, ClientAbilities.NONE, message -> {})) {
            return new ToolInventory(session, deadlineNanos).listAll(converter);
        } catch (IOException e) {
            throw unavailable(String.valueOf(e.getMessage()));
        } catch (BusyException e) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, String.valueOf(e.getMessage()), "repeat the request in a moment");
        }
    }

    private <T> List<T> listAll(Function<Slice, T> converter) throws InterruptedException {
        List<T> tools = new ArrayList<>();
        String cursor = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = requestPage(ListParams.of(requestMeta(), cursor));
            Slice list = result == null ? null : ObjectEdit.valueIn(result, "tools");
            if (result == null || list == null || Json.type(list) != JsonType.ARRAY) {
                return tools;
            }
            ItemIndex items = ItemIndex.of(list);
            for (int i = 0; i < items.count() && tools.size() < MAX_TOOLS; i++) {
                tools.add(converter.apply(items.item(i)));
            }
            String nextCursor = ObjectEdit.textIn(result, "nextCursor", MAX_CURSOR_LENGTH);
            if (nextCursor == null || nextCursor.equals(cursor)) {
                return tools;
            }
            cursor = nextCursor;
        }
        return tools;
    }

    /** Sends a request and returns its result; null if the server has no tools. */
    private @Nullable Slice requestPage(Slice params) throws InterruptedException {
        Message response = awaitResponse(params);
        if (response.result() != null) {
            return response.result();
        }
        if (ErrorObject.codeOf(response) == ErrorObject.METHOD_NOT_FOUND) {
            return null;
        }
        RefusedException failure = session.findFailure();
        throw failure != null
                ? failure
                : unavailable("the server responds to " + METHOD + " with an error: "
                        + ObjectEdit.textIn(response.error(), "message", MAX_ERROR_LENGTH));
    }

    private Message awaitResponse(Slice params) throws InterruptedException {
        OwnRequest request;
        try {
            request = requests.send(METHOD, params, OwnRequests.Origin.INVENTORY);
        } catch (IOException e) {
            throw unavailable("the server does not respond");
        }
        while (true) {
            try {
                return request.response().get(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                session.runMaintenance();
                if (System.nanoTime() - deadlineNanos > 0) {
                    session.cancel();
                    throw new RefusedException(
                            ErrorCode.UPSTREAM_TIMEOUT, "the server does not list its tools in time", "restart it");
                }
            } catch (ExecutionException | CancellationException e) {
                throw unavailable("the server does not respond");
            }
        }
    }

    private static RefusedException unavailable(String reason) {
        return new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, reason, "GET /api/v1/servers shows its state");
    }

    private static Slice requestMeta() {
        JsonWriter json = new JsonWriter(256).beginObject();
        json.string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text());
        json.beginObject(RequestMeta.CLIENT_INFO).string("name", "plimsoll").string("version", "1");
        json.endObject().beginObject(RequestMeta.CLIENT_CAPABILITIES).endObject();
        return json.endObject().slice();
    }
}
