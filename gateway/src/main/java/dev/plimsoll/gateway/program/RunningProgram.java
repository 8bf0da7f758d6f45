package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.program.call.ClientInput;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Running program, with the request that waits for its outputs. If the program of a modern client needs input, the
 * request ends with the input requests as its result, and the program is parked. The program continues when the client
 * repeats the request with the input. Thread-safe.
 */
final class RunningProgram implements ClientInput {

    private static final int MAX_OPEN_INPUT_REQUESTS = 8;
    private static final int MAX_TOOL_NAME_BYTES = 1_024;
    private static final String NOT_DECLARED = "the request does not state that the client can give this input";

    private final InnerCalls calls;
    private final CallerContext caller;
    private final @Nullable String tool;
    private final Slice arguments;
    private final ParkedPrograms parkedPrograms;
    private final OpenSession session;
    private final Map<String, InputRequest> openRequests = new LinkedHashMap<>();
    private @Nullable WaitingRequest waitingRequest;
    private @Nullable String requestState;
    private boolean isSessionHeld;
    private boolean isEnded;
    private long lastKeyNumber;

    /**
     * A request of the client that waits for the outputs.
     *
     * @param onEnd runs when the request has ended
     */
    record WaitingRequest(Message request, Slice id, UpstreamListener listener, Runnable onEnd) {

        void sendToClient(Message message) throws IOException {
            listener.onMessage(message);
        }

        /** Returns whether the client can give this input, as its request states. */
        boolean canGive(InputRequest input) {
            return ClientAbilities.ofRequest(request).allows(input.method, input.params);
        }
    }

    /** Input that the program waits for. The result completes when it arrives. */
    record InputRequest(String method, Slice params, CompletableFuture<Slice> result) {}

    /**
     * @param caller who runs the program
     * @param waitingRequest the request that starts it
     */
    RunningProgram(
            InnerCalls calls,
            CallerContext caller,
            WaitingRequest waitingRequest,
            ParkedPrograms parkedPrograms,
            OpenSession session) {
        this.calls = calls;
        this.caller = caller;
        this.waitingRequest = waitingRequest;
        this.tool = toolOf(waitingRequest.request());
        this.arguments = argumentsOf(waitingRequest.request());
        this.parkedPrograms = parkedPrograms;
        this.session = session;
    }

    private static @Nullable String toolOf(Message request) {
        return ObjectEdit.shortText(request.param("name"), MAX_TOOL_NAME_BYTES);
    }

    private static Slice argumentsOf(Message request) {
        Slice params = request.params();
        Slice declaredArguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        return declaredArguments == null ? Slice.of("{}") : Slice.of(declaredArguments.toByteArray());
    }

    InnerCalls calls() {
        return calls;
    }

    String caller() {
        return caller.caller();
    }

    /**
     * Returns whether a request may continue this program: it must be the same call of the same caller, whose
     * tier is not lower than before.
     */
    boolean canBeResumedBy(Message request, CallerContext otherCaller) {
        return RequestMeta.isModern(request)
                && caller.caller().equals(otherCaller.caller())
                && Objects.equals(tool, toolOf(request))
                && otherCaller.tier().compareTo(caller.tier()) >= 0
                && arguments.contentEquals(argumentsOf(request));
    }

    /** Returns the request that waits for the outputs; null while the program is parked. */
    synchronized @Nullable WaitingRequest waitingRequest() {
        return waitingRequest;
    }

    @Override
    public CompletableFuture<Slice> request(String method, Slice params) {
        InputRequest request = new InputRequest(method, params, new CompletableFuture<>());
        WaitingRequest detachedRequest;
        Slice result;
        synchronized (this) {
            String problem = findProblem(request);
            if (problem != null) {
                return CompletableFuture.failedFuture(new IOException(problem));
            }
            openRequests.put("p" + ++lastKeyNumber, request);
            detachedRequest = waitingRequest;
            result = detachedRequest == null ? null : park();
        }
        CompletableFuture<@Nullable Void> timer = new CompletableFuture<>();
        var _ = request.result.whenComplete((value, failure) -> {
            timer.cancel(false);
            removeAnswered();
        });
        var _ = timer.orTimeout(parkedPrograms.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(timeout -> {
                    expire(request);
                    return null;
                });
        if (detachedRequest != null) {
            if (result == null) {
                request.result.completeExceptionally(tooManyParked());
            } else {
                sendResult(detachedRequest, result);
            }
        }
        return request.result;
    }

    /** Returns why the client cannot be asked for this input; null if it can. The caller holds the lock. */
    private @Nullable String findProblem(InputRequest request) {
        if (isEnded || calls.isCancelled()) {
            return "the program has ended";
        }
        if (waitingRequest != null && !waitingRequest.canGive(request)) {
            return NOT_DECLARED;
        }
        return openRequests.size() >= MAX_OPEN_INPUT_REQUESTS ? "too many input requests are open" : null;
    }

    private static IOException tooManyParked() {
        return new IOException("too many programs wait for input");
    }

    private synchronized void removeAnswered() {
        openRequests.values().removeIf(request -> request.result.isDone());
    }

    /** Ends the wait for input. Does nothing if the input has arrived. */
    private void expire(InputRequest request) {
        boolean isUnattended;
        synchronized (this) {
            isUnattended = waitingRequest == null && !request.result.isDone();
        }
        if (isUnattended) {
            // no request waits for the outputs, so the whole program ends: otherwise, it could catch the failure
            // and run without an end
            cancel("the client did not send the input in time");
        }
        request.result.completeExceptionally(new TimeoutException());
    }

    /**
     * Parks the program and detaches its request. Returns the result of the request, which has the input
     * requests; null if too many programs are parked. The caller holds the lock.
     */
    private @Nullable Slice park() {
        String newState = parkedPrograms.add(this);
        if (newState == null) {
            return null;
        }
        requestState = newState;
        waitingRequest = null;
        if (!isSessionHeld && session.isForRequest()) {
            isSessionHeld = true;
            session.hold();
        }
        JsonWriter json = new JsonWriter(512).beginObject().string("resultType", "input_required");
        json.beginObject("inputRequests");
        openRequests.forEach((key, request) -> json.beginObject(key)
                .string("method", request.method)
                .raw("params", request.params)
                .endObject());
        return json.endObject().string("requestState", newState).endObject().slice();
    }

    private static void sendResult(WaitingRequest request, Slice result) {
        request.onEnd().run();
        try {
            request.sendToClient(Message.result(request.id(), result));
        } catch (IOException e) {
            // the client has disconnected: it can still repeat its request over another connection
        }
    }

    /**
     * Continues the program with the input in a request. Input that is missing in it is requested again.
     *
     * @param repeatedRequest the request with the input
     * @return false if the program has ended; the caller of this method must then respond to the request
     */
    boolean resume(WaitingRequest repeatedRequest) {
        Slice params = repeatedRequest.request().params();
        Slice responses = params == null ? null : ObjectEdit.objectIn(params, "inputResponses");
        Map<InputRequest, Slice> responseByRequest = new LinkedHashMap<>();
        List<InputRequest> undeclaredRequests = new ArrayList<>();
        List<InputRequest> refusedRequests = new ArrayList<>();
        Slice result = null;
        synchronized (this) {
            if (isEnded) {
                return false;
            }
            waitingRequest = repeatedRequest;
            requestState = null;
            openRequests.forEach((key, request) -> {
                Slice response = responses == null ? null : ObjectEdit.objectIn(responses, key);
                if (response != null) {
                    responseByRequest.put(request, Slice.of(response.toByteArray()));
                }
            });
            openRequests.values().removeAll(responseByRequest.keySet());
            openRequests.values().stream()
                    .filter(request -> !repeatedRequest.canGive(request))
                    .forEach(undeclaredRequests::add);
            openRequests.values().removeAll(undeclaredRequests);
            if (!openRequests.isEmpty()) {
                result = park();
                refusedRequests.addAll(result == null ? openRequests.values() : List.of());
            }
        }
        if (result != null) {
            sendResult(repeatedRequest, result);
        }
        undeclaredRequests.forEach(request -> request.result.completeExceptionally(new IOException(NOT_DECLARED)));
        refusedRequests.forEach(request -> request.result.completeExceptionally(tooManyParked()));
        responseByRequest.forEach((request, response) -> request.result.complete(response));
        return true;
    }

    /** Ends the program. Returns the request that gets its outputs; null if no request waits for them. */
    @Nullable WaitingRequest end() {
        WaitingRequest lastRequest;
        boolean isReleaseNeeded;
        synchronized (this) {
            isEnded = true;
            lastRequest = waitingRequest;
            waitingRequest = null;
            isReleaseNeeded = isSessionHeld;
            isSessionHeld = false;
            if (requestState != null) {
                parkedPrograms.remove(requestState);
            }
        }
        if (isReleaseNeeded) {
            session.release();
        }
        if (lastRequest != null) {
            lastRequest.onEnd().run();
        }
        return lastRequest;
    }

    /** Cancels the calls and the input requests. */
    void cancel(String reason) {
        List<InputRequest> openInputRequests;
        // the calls are cancelled first: after that, no input request can be added
        calls.cancel(reason);
        synchronized (this) {
            openInputRequests = new ArrayList<>(openRequests.values());
        }
        openInputRequests.forEach(request -> request.result.cancel(false));
    }
}
