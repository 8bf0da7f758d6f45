package dev.plimsoll.gateway.proxy;

import dev.plimsoll.CallDecision;
import dev.plimsoll.ElicitationRequest;
import dev.plimsoll.GuardedResult;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.gateway.proxy.RequestAction.Arrival;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.SegmentedText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.ArgumentReader;
import dev.plimsoll.view.ReadArguments;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Handles tool calls: follow-up reads are answered here, other calls run and their results are guarded. */
final class ToolsCall implements MethodHandler {

    private static final int LONGEST_NAME = 1024;

    @Override
    public RequestAction route(Message request, RelaySession relaySession) {
        Slice params = request.params();
        String name = ObjectEdit.textIn(params, "name", LONGEST_NAME);
        if (params == null || name == null) {
            return TierCheck.orUnclear(RequestAction.THROUGH, relaySession);
        }
        Slice arguments = ObjectEdit.objectIn(params, "arguments");
        if (name.equals(DispatchCatalog.NAME) && DispatchCatalog.on(relaySession)) {
            return new RequestAction.Later(() -> DispatchCatalog.call(request, params, arguments, relaySession));
        }
        if (mayRead(arguments) || mustBeKnown(name, request, relaySession)) {
            return new RequestAction.Later(() -> decided(request, params, name, arguments, relaySession));
        }
        return settled(request, params, name, arguments, relaySession);
    }

    /** Answers a call that is repeated with the user's input; the tool has already run. */
    private static RequestAction answered(ToolCall call, Slice params, String state, RelaySession relaySession) {
        boolean serverHasReadTool = relaySession.tools().get(call.client().readTool()) != null;
        if (serverHasReadTool && !relaySession.engine().ownsCursor(call, state)) {
            // the server also runs Plimsoll, and it requested the input
            return new RequestAction.Onward(null, new Guarding(relaySession, call, ReadArguments.NONE));
        }
        ListedTool tool = relaySession.tools().get(call.tool());
        ToolCall withSchema = tool == null ? call : call.withArguments(tool.declaredArguments());
        return new RequestAction.Here(() -> relaySession
                .engine()
                .answerElicitation(withSchema, state, Elicitation.response(params))
                .result());
    }

    private static boolean mayRead(@Nullable Slice arguments) {
        if (arguments != null) {
            for (String name : ArgumentReader.CURSOR_NAMES) {
                if (Members.get(arguments, name) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether the tool's entry in the listing is needed to decide the call. The schema separates Plimsoll's arguments
     * from a heavy tool's own, and the hints determine the required tier.
     */
    private static boolean mustBeKnown(String name, Message request, RelaySession relaySession) {
        ToolTable tools = relaySession.tools();
        if (tools.get(name) != null || tools.isComplete()) {
            return false;
        }
        ToolCall call = relaySession.call(name, request);
        Policy policy = relaySession.engine().policy(call.server(), name).policy();
        boolean isReadTool = name.equals(call.client().readTool());
        if (call.client().apps() && !isReadTool) {
            return true;
        }
        // results of read-only tools may be cached, and calls of other tools invalidate the cache
        boolean cached = policy.find(Policy.CACHE_TTL) != null
                || relaySession.responses().isUsed();
        boolean needsReadOnly = cached && !isReadTool && policy.find(Policy.READ_ONLY) == null;
        return needsReadOnly || policy.get(Policy.HEAVY) || (!isReadTool && TierCheck.refused(call, relaySession) != null);
    }

    static RequestAction decided(
            Message request, Slice params, String name, @Nullable Slice arguments, RelaySession relaySession) {
        if (mustBeKnown(name, request, relaySession)) {
            ToolsList.learn(request, relaySession);
        }
        return settled(request, params, name, arguments, relaySession);
    }

    /** Decides a call of a tool whose entry is known or not needed. */
    private static RequestAction settled(
            Message request, Slice params, String name, @Nullable Slice arguments, RelaySession relaySession) {
        ListedTool tool = relaySession.tools().get(name);
        ToolCall plain = relaySession.call(name, request).withHints(tool == null ? ToolHints.UNKNOWN : tool.hints());
        boolean isReadTool = name.equals(plain.client().readTool());
        // the server may also run Plimsoll, and own other cursors
        boolean ours = isReadTool
                && (tool == null || (arguments != null && relaySession.engine().ownsCursor(plain, arguments)));
        RequestAction refusal = ours ? null : TierCheck.refused(plain, relaySession);
        if (refusal != null) {
            return tool == null ? unheard(plain, refusal, relaySession) : refusal;
        }
        String state = plain.client().anyStructured() ? Elicitation.state(params) : null;
        if (state != null) {
            return answered(plain, params, state, relaySession);
        }
        boolean canAsk = relaySession.asksUser(request, plain.client());
        ToolCall call = canAsk ? plain.withClient(plain.client().withElicitation(true)) : plain;
        RequestAction limited = isReadTool ? RateLimiter.ofTool(call, relaySession) : null;
        if (limited != null) {
            return limited;
        }
        if (isReadTool && !ours) {
            return new RequestAction.Onward(null, new Guarding(relaySession, call, ReadArguments.NONE));
        }
        CallDecision callDecision = relaySession.engine().intake(call, tool, arguments);
        if (callDecision instanceof CallDecision.Answer answer) {
            return new RequestAction.Here(() -> answer.guarded().result());
        }
        return onward(request, params, arguments, call, (CallDecision.Forward) callDecision, relaySession);
    }

    /** Returns the refusal, or the server's failure if the required tier is unknown because of it. */
    private static RequestAction unheard(ToolCall call, RequestAction refusal, RelaySession relaySession) {
        RefusedException noResponse = relaySession.ownRequests().silence();
        if (noResponse == null || relaySession.tools().isComplete()) {
            return refusal;
        }
        return new RequestAction.Here(
                () -> relaySession.engine().refuse(call, noResponse).result());
    }

    /** Sends a call to its tool, unless a stored result answers it or it exceeds a rate limit. */
    private static RequestAction onward(
            Message request,
            Slice params,
            @Nullable Slice arguments,
            ToolCall call,
            CallDecision.Forward forward,
            RelaySession relaySession) {
        ToolPolicy policy = relaySession.engine().policy(call.server(), call.tool());
        CallReuse callReuse = CallReuse.of(params, policy, forward, relaySession);
        Supplier<RequestAction> retry = () -> decided(request, params, call.tool(), arguments, relaySession);
        if (callReuse != null && !WorkerPool.isOne()) {
            return new RequestAction.Later(retry);
        }
        Guarding resultHandler = new Guarding(relaySession, forward.call(), forward.readArguments());
        RequestAction stored = callReuse == null ? null : callReuse.stored(resultHandler);
        RequestAction immediate = stored != null ? stored : RateLimiter.ofTool(call, relaySession);
        if (immediate != null) {
            return immediate;
        }
        if (forward.restarted()) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "running the tool again: its cursor has expired, or its arguments differ",
                    "tool",
                    call.tool());
        }
        Slice toolArguments = forward.arguments();
        boolean argumentsChanged =
                toolArguments != null && (arguments == null || !toolArguments.isSameRange(arguments));
        Slice newParams = toolArguments != null && argumentsChanged
                ? ObjectEdit.with(params, "arguments", toolArguments)
                : others(params, request);
        if (callReuse == null) {
            return new RequestAction.Onward(newParams, resultHandler.by(writing(policy, call, relaySession)));
        }
        return callReuse.route(
                resultHandler, callListener -> new RequestAction.Onward(newParams, resultHandler.by(callListener)), retry);
    }

    /** Returns the parameters if they are not the request's own, else null. */
    private static @Nullable Slice others(Slice params, Message request) {
        Slice requestParams = request.params();
        return requestParams != null && requestParams.isSameRange(params) ? null : params;
    }

    /** Returns the listener of a call. If the tool may change something, stored results are dropped. */
    private static CallListener writing(ToolPolicy policy, ToolCall call, RelaySession relaySession) {
        ResponseCache cache = relaySession.responses();
        if (!cache.isEnabled() || policy.isReadOnly(call.hints().readOnly())) {
            return CallListener.PLAIN;
        }
        return new InvalidatingListener(cache, call.server(), policy.policy()).begun();
    }

    /**
     * Turns the result of a tool call into an answer.
     *
     * @param asked the part of the result that the caller requests
     * @param begunNanos when the call was sent; style cursor depends on the duration of the call
     * @param course the listener of the call
     */
    record Guarding(RelaySession conversation, ToolCall call, ReadArguments asked, long begunNanos, CallListener course)
            implements Arrival {

        Guarding(RelaySession session, ToolCall call, ReadArguments readArguments) {
            this(session, call, readArguments, System.nanoTime(), CallListener.PLAIN);
        }

        /** Returns a copy with another listener, which starts now. */
        Guarding by(CallListener callListener) {
            return new Guarding(conversation, call, asked, System.nanoTime(), callListener);
        }

        @Override
        public Slice of(Slice result) {
            return guarded(RawResult.of(result)).result();
        }

        @Override
        public @Nullable SegmentedText of(RawResult result, Waiting pending, OpenElicitations openElicitations) {
            return offered(guarded(result), pending, openElicitations);
        }

        /** Returns the answer; null if the user is asked first and the call is answered later. */
        @Nullable SegmentedText offered(GuardedResult guardedResult, Waiting pending, OpenElicitations openElicitations) {
            ElicitationRequest elicitationRequest = guardedResult.elicitation();
            if (elicitationRequest == null) {
                return guardedResult.pieces();
            }
            if (call.client().anyStructured()) {
                return SegmentedText.of(Elicitation.inputRequired(elicitationRequest));
            }
            boolean asked = openElicitations.ask(
                    pending,
                    Elicitation.params(elicitationRequest),
                    elicitationRequest.timeout(),
                    response -> narrowed(elicitationRequest, response, guardedResult));
            return asked ? null : guardedResult.pieces();
        }

        /**
         * Returns the result that the user has narrowed; the original answer if the user did not accept or narrowing failed.
         */
        private Slice narrowed(
                ElicitationRequest elicitationRequest, @Nullable Slice response, GuardedResult originalAnswer) {
            if (!Elicitation.action(response).equals("accept")) {
                return originalAnswer.result();
            }
            GuardedResult narrowed =
                    conversation.engine().answerElicitation(call, elicitationRequest.state(), response);
            return narrowed.receipt().outcome() == OutcomeKind.READ ? narrowed.result() : originalAnswer.result();
        }

        /** Returns a copy that does not ask the user: the result of a task arrives with another request. */
        private Guarding quiet() {
            return new Guarding(
                    conversation, call.withClient(call.client().withElicitation(false)), asked, begunNanos, course);
        }

        private GuardedResult guarded(RawResult result) {
            long millis = (System.nanoTime() - begunNanos) / 1_000_000;
            ToolCall timed = conversation.updated(call).withSourceMillis(millis);
            GuardedResult guardedResult = course.answered(conversation.engine(), timed, result, asked);
            // a result that starts a task stays unchanged
            String taskId = guardedResult.pieces().isSameRange(result.bytes()) ? TaskStatus.begun(result.bytes()) : null;
            if (taskId != null) {
                conversation.tasks().add(taskId, quiet());
            }
            return guardedResult;
        }

        @Override
        public void failed(Slice error) {
            course.failed();
            conversation.engine().recordServerError(call, error);
        }

        @Override
        public void abandoned() {
            course.abandoned();
        }

        @Override
        public void asks() {
            course.asks();
        }

        @Override
        public Slice instead(RefusedException why) {
            course.failed();
            return conversation.engine().refuse(call, why).result();
        }
    }
}
