package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Simulated session with a server. Its tools respond immediately or never. */
final class FakeTools implements EndpointSession {

    private static final String READ_ONLY = "{\"readOnlyHint\":true}";
    private static final Slice LISTING = Slice.of("{\"tools\":["
            + "{\"name\":\"get\",\"description\":\"Gets\",\"annotations\":" + READ_ONLY
            + ",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}}}},"
            + "{\"name\":\"ask\",\"annotations\":" + READ_ONLY + "},"
            + "{\"name\":\"csv\",\"annotations\":" + READ_ONLY + "},"
            + "{\"name\":\"fail\",\"annotations\":" + READ_ONLY + "},"
            + "{\"name\":\"hang\",\"annotations\":" + READ_ONLY + "},"
            + "{\"name\":\"lost\",\"annotations\":" + READ_ONLY + "},"
            + "{\"name\":\"search_web\",\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":true}},"
            + "{\"name\":\"put\",\"annotations\":{\"readOnlyHint\":false}},"
            + "{\"name\":\"plimsoll_read\",\"annotations\":" + READ_ONLY + "}]}");

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<String> cancelled = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean isLastCallOfProgram;
    private volatile boolean isClosed;
    private volatile boolean isListing = true;

    /** Returns the calls with their arguments, in order. */
    List<String> calls() {
        return calls;
    }

    List<String> cancelled() {
        return cancelled;
    }

    /** Stops the responses to {@code tools/list}. */
    void stopListing() {
        isListing = false;
    }

    /** Returns whether the last call came from a program. Programs get complete results. */
    boolean isLastCallOfProgram() {
        return isLastCallOfProgram;
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        Message message = Objects.requireNonNull(received.single());
        if (message.isCancellation()) {
            cancelled.add(String.valueOf(message.cancelledId()));
            return;
        }
        Slice id = Objects.requireNonNull(message.id());
        if (!isListing && "tools/list".equals(message.method())) {
            return;
        }
        Slice result = switch (String.valueOf(message.method())) {
            case "tools/list" -> LISTING;
            case "initialize" -> Slice.of("{\"protocolVersion\":\"2025-11-25\"}");
            default -> call(message, requester);
        };
        if (result == null) {
            return;
        }
        try {
            requester.send(Message.result(id, result));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Slice call(Message message, Peer requester) {
        Slice params = Objects.requireNonNull(message.params());
        String name = String.valueOf(ObjectEdit.textIn(params, "name", 100));
        Slice arguments = Objects.requireNonNull(Members.get(params, "arguments"));
        calls.add(name + " " + arguments.utf8());
        isLastCallOfProgram = requester.isProgram();
        return switch (name) {
            case "get" ->
                text(
                        "{\"id\":"
                                + Objects.requireNonNull(Members.get(arguments, "id"))
                                        .utf8() + ",\"text\":\"" + "x".repeat(50) + "\"}",
                        false);
            case "csv" -> text("id,name\n1,Ann\n2,Bob\n3,Cid\n4,Dan\n", false);
            case "ask" -> ask(params, arguments);
            case "fail" -> text("no such thing", true);
            case "hang" -> null;
            case "lost" -> {
                requester.onCancelled();
                yield null;
            }
            default -> text("done", false);
        };
    }

    /** Requests input for the first call. For the repeated call, returns its input responses and its request state. */
    private static Slice ask(Slice params, Slice arguments) {
        Slice responses = Members.get(params, "inputResponses");
        if (responses != null) {
            return text(
                    responses.utf8()
                            + Objects.requireNonNull(Members.get(params, "requestState"))
                                    .utf8(),
                    false);
        }
        JsonWriter json = new JsonWriter().beginObject().string("resultType", "input_required");
        json.beginObject("inputRequests").beginObject("who").string("method", "elicitation/create");
        json.beginObject("params").string("message", "Who is " + arguments.utf8() + "?");
        return json.endObject()
                .endObject()
                .endObject()
                .string("requestState", "of the server")
                .endObject()
                .slice();
    }

    private static Slice text(String text, boolean isError) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", text);
        return json.endObject().endArray().bool("isError", isError).endObject().slice();
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public void runMaintenance() {}

    @Override
    public void cancel() {}

    @Override
    public void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }
}
