package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.InnerCalls.RequestedInput;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of a program to tools that may request input. From revision 2026-07-28 on, such a tool
 * returns its input requests as a result. They are passed to the client of the program, and the tool is
 * called again with the client's input, until it returns another result.
 */
final class InputRounds {

    private static final int MAX_ROUNDS = 20;
    private static final int MAX_REQUESTS = 8;

    private final InnerCalls calls;
    private final @Nullable ClientInput client;
    private final ProgramClock clock;
    private final Consumer<Message> onResponse;

    /**
     * @param client null if the client cannot give input
     * @param clock the clock of the program, which pauses while the program waits for input
     * @param onResponse receives each response of a tool, including those that request input
     */
    InputRounds(InnerCalls calls, @Nullable ClientInput client, ProgramClock clock, Consumer<Message> onResponse) {
        this.calls = calls;
        this.client = client;
        this.clock = clock;
        this.onResponse = onResponse;
    }

    /**
     * Calls a tool, and repeats the call with the client's input while the tool requests input, at most {@code
     * MAX_ROUNDS} times. If the client gives no input, or after the last round, the response that requests input
     * is returned.
     */
    CompletableFuture<Message> call(String tool, Slice arguments) {
        return call(tool, arguments, null, 0);
    }

    private CompletableFuture<Message> call(String tool, Slice arguments, @Nullable RequestedInput input, int round) {
        return calls.call(tool, arguments, input).thenCompose(response -> {
            onResponse.accept(response);
            Map<String, CompletableFuture<Slice>> inputs =
                    client == null || round == MAX_ROUNDS ? Map.of() : requestInput(client, response);
            return inputs.isEmpty()
                    ? CompletableFuture.completedFuture(response)
                    : CompletableFuture.allOf(inputs.values().toArray(CompletableFuture<?>[]::new))
                            .handle((all, failure) -> failure == null)
                            .thenCompose(isComplete -> isComplete
                                    ? call(tool, arguments, collectInput(inputs, response), round + 1)
                                    : CompletableFuture.completedFuture(response));
        });
    }

    /**
     * Requests from the client the input that a tool's response asks for. Returns the client's results by the
     * keys of the input requests; empty if the response asks for no input.
     */
    private Map<String, CompletableFuture<Slice>> requestInput(ClientInput clientInput, Message response) {
        Slice result = response.result();
        Slice requests = result != null && "input_required".equals(ObjectEdit.textIn(result, "resultType", 32))
                ? ObjectEdit.objectIn(result, "inputRequests")
                : null;
        Map<String, CompletableFuture<Slice>> requested = new LinkedHashMap<>();
        if (requests == null) {
            return requested;
        }
        Members members = Members.of(requests);
        while (members.next() && requested.size() < MAX_REQUESTS) {
            Slice request = members.value();
            String method = Json.type(request) == JsonType.OBJECT ? ObjectEdit.textIn(request, "method", 64) : null;
            Slice params = method == null ? null : ObjectEdit.objectIn(request, "params");
            if (method != null) {
                requested.put(
                        members.keyText(),
                        clock.pauseUntilDone(clientInput.request(method, params == null ? Slice.of("{}") : params)));
            }
        }
        return requested;
    }

    /** Returns the input of the client, with the request state of the response that asked for it. */
    private static RequestedInput collectInput(Map<String, CompletableFuture<Slice>> answered, Message response) {
        JsonWriter json = new JsonWriter(512).beginObject();
        answered.forEach((key, result) -> json.raw(key, result.join()));
        Slice result = response.result();
        return new RequestedInput(
                json.endObject().slice(), result == null ? null : ObjectEdit.valueIn(result, "requestState"));
    }
}
