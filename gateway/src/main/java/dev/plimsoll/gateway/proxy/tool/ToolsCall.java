package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.CollectArgument;
import dev.plimsoll.gateway.paging.CollectPlan;
import dev.plimsoll.gateway.proxy.check.PinCheck;
import dev.plimsoll.gateway.proxy.check.RateLimiter;
import dev.plimsoll.gateway.proxy.check.RuleCheck;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.CallListener;
import dev.plimsoll.gateway.proxy.request.Elicitation;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.proxy.request.ToolTable;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.PinMode;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Handles tool calls. Follow-up reads are answered here. Other calls go to the server, and their results are
 * guarded.
 */
public final class ToolsCall implements MethodHandler {

    private static final int MAX_NAME_BYTES = 1024;

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        Slice params = request.params();
        String name = ObjectEdit.shortText(request.param("name"), MAX_NAME_BYTES);
        if (params == null || name == null) {
            // without a name, the entry of the called tool cannot be compared with its pin
            return relaySession.pinMode("") == PinMode.HOLD
                    ? TierCheck.ambiguousRequestRefusal()
                    : TierCheck.allowUnlessRestricted(RequestAction.PASS, relaySession);
        }
        Slice arguments = ObjectEdit.objectOrNull(request.param("arguments"));
        if (name.equals(DispatchCatalog.NAME) && DispatchCatalog.isEnabled(relaySession)) {
            return new RequestAction.Deferred(
                    () -> DispatchCatalog.decideCall(request, params, arguments, relaySession));
        }
        if (hasCursorArgument(arguments)
                || needsListing(name, request, relaySession)
                || HandleArguments.isTurnedOn(name, relaySession)) {
            return new RequestAction.Deferred(() -> decideTool(request, params, name, arguments, relaySession));
        }
        return decideKnownTool(request, params, name, arguments, ReplacedHandles.NONE, relaySession);
    }

    /**
     * Answers a call that the client repeats with the user's input. The tool has already run, so it is not
     * called again.
     */
    private static RequestAction answerElicitation(
            ToolCall call, Slice params, String state, RelaySession relaySession) {
        boolean serverHasReadTool = relaySession.tools().find(call.client().readTool()) != null;
        if (serverHasReadTool && !relaySession.engine().ownsCursor(call, state)) {
            // the server also uses Plimsoll, and has requested the input itself
            return new RequestAction.Forward(null, new ToolResultHandler(relaySession, call));
        }
        ListedTool tool = relaySession.tools().find(call.tool());
        ToolCall withSchema = tool == null ? call : call.withArguments(tool.declaredArguments());
        return new RequestAction.Answer(() -> LocalResult.of(
                relaySession.engine().answerElicitation(withSchema, state, Elicitation.findResponse(params))));
    }

    public static boolean hasCursorArgument(@Nullable Slice arguments) {
        if (arguments != null) {
            for (String name : ReadArgumentsParser.CURSOR_NAMES) {
                if (Members.get(arguments, name) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether the tools must be listed before the call is decided. For example, the schema of a heavy
     * tool shows which arguments are the tool's own and which are Plimsoll's, and hints determine the
     * required tier.
     */
    private static boolean needsListing(String name, Message request, RelaySession relaySession) {
        ToolTable tools = relaySession.tools();
        if (PinCheck.needsListing(name, relaySession)) {
            return true;
        }
        if (tools.find(name) != null || tools.isComplete()) {
            return false;
        }
        ToolCall call = relaySession.call(name, request);
        Policy policy = relaySession.policies().forTool(call.server(), name).policy();
        boolean isReadTool = name.equals(call.client().readTool());
        if (call.client().hasApps() && !isReadTool) {
            return true;
        }
        // results of read-only tools may be cached, and calls of other tools invalidate the cache
        boolean canBeCached =
                policy.find(Policy.CACHE_TTL) != null || relaySession.cache().isUsed();
        boolean needsReadOnlyHint = canBeCached && !isReadTool && policy.find(Policy.READ_ONLY) == null;
        return needsReadOnlyHint
                || policy.get(Policy.HEAVY)
                || CollectDecision.isConfigured(policy)
                || (!isReadTool && HandleArguments.isTurnedOn(name, relaySession))
                || (!isReadTool && TierCheck.findRefusal(call, relaySession) != null);
    }

    /** Requests the list of tools if necessary, replaces the handles, and then decides the call. May block. */
    static RequestAction decideTool(
            Message request, Slice params, String name, @Nullable Slice arguments, RelaySession relaySession) {
        loadListing(request, name, relaySession);
        if (arguments == null) {
            return decideKnownTool(request, params, name, null, ReplacedHandles.NONE, relaySession);
        }
        ListedTool tool = relaySession.tools().find(name);
        ToolCall call = relaySession.call(name, request).withHints(tool == null ? ToolHints.UNKNOWN : tool.hints());
        HandleArguments.ReplacedArguments replaced;
        try {
            replaced = HandleArguments.replace(call, tool, arguments, relaySession);
        } catch (RefusedException refused) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, refused)));
        }
        Slice newArguments = replaced.arguments();
        Slice newParams =
                newArguments.isSameRange(arguments) ? params : ObjectEdit.with(params, "arguments", newArguments);
        return decideKnownTool(request, newParams, name, newArguments, replaced.handles(), relaySession);
    }

    private static void loadListing(Message request, String name, RelaySession relaySession) {
        if (needsListing(name, request, relaySession)) {
            PinCheck.prepareListing(name, relaySession);
            ToolsList.loadTools(request, relaySession);
        }
    }

    /**
     * Decides a call again from the beginning. Does not look for handles: they are already replaced, and a
     * value that looks like a handle is not one.
     */
    private static RequestAction decideAgain(
            Message request, Slice params, ToolCall call, @Nullable Slice arguments, RelaySession relaySession) {
        loadListing(request, call.tool(), relaySession);
        return decideKnownTool(
                request, params, call.tool(), arguments, call.facts().handles(), relaySession);
    }

    /** Decides a call of a tool whose entry is known or not needed. */
    private static RequestAction decideKnownTool(
            Message request,
            Slice params,
            String name,
            @Nullable Slice arguments,
            ReplacedHandles handles,
            RelaySession relaySession) {
        ListedTool tool = relaySession.tools().find(name);
        ToolCall basicCall = relaySession
                .call(name, request)
                .withHints(tool == null ? ToolHints.UNKNOWN : tool.hints())
                .withHandles(handles);
        boolean isReadTool = name.equals(basicCall.client().readTool());
        // the server may also use Plimsoll and have a read tool of its own: then the cursor shows whose call
        // it is
        boolean isPlimsollRead = isReadTool
                && (tool == null || (arguments != null && relaySession.engine().ownsCursor(basicCall, arguments)));
        RequestAction ruleRefusal = isPlimsollRead ? null : RuleCheck.findRefusal(basicCall, arguments, relaySession);
        if (ruleRefusal != null) {
            return ruleRefusal;
        }
        RequestAction refusal = isPlimsollRead ? null : TierCheck.findRefusal(basicCall, relaySession);
        if (refusal != null) {
            return tool == null ? explainRefusal(basicCall, refusal, relaySession) : refusal;
        }
        RequestAction pinRefusal = isPlimsollRead ? null : PinCheck.findRefusal(basicCall, relaySession);
        if (pinRefusal != null) {
            return pinRefusal;
        }
        String state = basicCall.client().isModern() ? Elicitation.findState(params) : null;
        if (state != null) {
            return answerElicitation(basicCall, params, state, relaySession);
        }
        boolean canAskUser = relaySession.canAskUser(request, basicCall.client());
        ToolCall call = canAskUser ? basicCall.withClient(basicCall.client().withElicitation(true)) : basicCall;
        RequestAction rateRefusal = isReadTool ? RateLimiter.checkTool(call, relaySession) : null;
        if (rateRefusal != null) {
            return rateRefusal;
        }
        if (isReadTool && !isPlimsollRead) {
            return new RequestAction.Forward(null, new ToolResultHandler(relaySession, call));
        }
        int pagesToJoin = isPlimsollRead && hasOwnCursor(arguments, call, relaySession)
                ? CollectArgument.parsePages(arguments)
                : 0;
        if (pagesToJoin > 0 && arguments != null) {
            return CollectDecision.decideRead(request, call, arguments, pagesToJoin, relaySession);
        }
        CallDecision callDecision = relaySession.engine().classify(call, tool, arguments);
        if (callDecision instanceof CallDecision.Answer answer) {
            return new RequestAction.Answer(() -> LocalResult.of(answer.outcome()));
        }
        return forward(request, params, arguments, call, (CallDecision.Forward) callDecision, relaySession);
    }

    private static boolean hasOwnCursor(@Nullable Slice arguments, ToolCall call, RelaySession relaySession) {
        return arguments != null && relaySession.engine().ownsCursor(call, arguments);
    }

    /**
     * Returns the refusal of a call of an unknown tool. If the tool is only unknown because the server did
     * not respond to the listing, that is the reason in the answer.
     */
    private static RequestAction explainRefusal(ToolCall call, RequestAction refusal, RelaySession relaySession) {
        RefusedException noResponse = relaySession.serverRequests().noResponseReason();
        if (noResponse == null || relaySession.tools().isComplete()) {
            return refusal;
        }
        return new RequestAction.Answer(
                () -> LocalResult.of(relaySession.engine().refuse(call, noResponse)));
    }

    /**
     * Returns the action for a call that the engine does not answer: usually to send it to its tool. A cached
     * result can answer it, and a rate limit can refuse it.
     */
    private static RequestAction forward(
            Message request,
            Slice params,
            @Nullable Slice arguments,
            ToolCall call,
            CallDecision.Forward forward,
            RelaySession relaySession) {
        ToolPolicy policy = relaySession.policies().forTool(call.server(), call.tool());
        int pagesToJoin;
        try {
            pagesToJoin = CollectDecision.countPagesToJoin(forward.call(), policy, relaySession);
        } catch (RefusedException refused) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, refused)));
        }
        CallReuse callReuse = pagesToJoin > 1 ? null : CallReuse.of(params, policy, forward, relaySession);
        Supplier<RequestAction> retry = () -> decideAgain(request, params, call, arguments, relaySession);
        // a cache lookup may block, which only a worker may do
        if (callReuse != null && !WorkerPool.isWorkerThread()) {
            return new RequestAction.Deferred(retry);
        }
        ToolResultHandler resultHandler = new ToolResultHandler(relaySession, forward.call())
                .withCollect(pagesToJoin > 1 ? CollectPlan.of(request, pagesToJoin) : null);
        RequestAction storedAnswer = callReuse == null ? null : callReuse.findStored(resultHandler);
        RequestAction immediateAction = storedAnswer != null ? storedAnswer : RateLimiter.checkTool(call, relaySession);
        if (immediateAction != null) {
            return immediateAction;
        }
        if (forward.isRestarted()) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "running the tool again: its cursor has expired, or its arguments differ",
                    "tool",
                    call.tool());
        }
        Slice toolArguments = forward.arguments();
        boolean hasChangedArguments =
                toolArguments != null && (arguments == null || !toolArguments.isSameRange(arguments));
        Slice newParams = toolArguments != null && hasChangedArguments
                ? ObjectEdit.with(params, "arguments", toolArguments)
                : changedParams(params, request);
        if (callReuse == null) {
            return new RequestAction.Forward(
                    newParams, resultHandler.withListener(listenerFor(policy, call, relaySession)));
        }
        return callReuse.decide(
                resultHandler,
                callListener -> new RequestAction.Forward(newParams, resultHandler.withListener(callListener)),
                retry);
    }

    /** Returns the parameters if they differ from the request's, else null. */
    private static @Nullable Slice changedParams(Slice params, Message request) {
        Slice requestParams = request.params();
        return requestParams != null && requestParams.isSameRange(params) ? null : params;
    }

    /**
     * Returns the listener of a call that is not cached. If the tool may change something, the listener drops
     * cached results.
     */
    private static CallListener listenerFor(ToolPolicy policy, ToolCall call, RelaySession relaySession) {
        ResponseCache cache = relaySession.cache();
        if (!cache.isEnabled() || policy.isReadOnly(call.hints().readOnly())) {
            return CallListener.NO_OP;
        }
        return new InvalidatingListener(cache, call.server(), policy.policy()).begin();
    }
}
