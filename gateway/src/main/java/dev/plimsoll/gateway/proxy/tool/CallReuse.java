package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.cache.CacheFill;
import dev.plimsoll.gateway.cache.CacheLookup;
import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.cache.CoalescedResult.Shared;
import dev.plimsoll.gateway.cache.CoalescedResult.Unshared;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.CallListener;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.CanonicalDigest;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call of a read-only tool that may be answered with the result of an equal call. */
record CallReuse(RelaySession session, CallDecision.Forward forward, CacheKey key, Duration ttl) {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /**
     * Members of {@code params} with which a result can be reused. Other members, such as a task or a request
     * state, belong to one call.
     */
    private static final Set<String> REUSE_SAFE_MEMBERS = Set.of("name", "arguments", "_meta");

    /** Returns the reuse of a call; null if its result must not be reused. */
    static @Nullable CallReuse of(
            Slice params, ToolPolicy policy, CallDecision.Forward forward, RelaySession relaySession) {
        Duration ttl = policy.policy().find(Policy.CACHE_TTL);
        ToolCall call = forward.call();
        if (ttl == null
                || !relaySession.cache().isEnabled()
                || forward.isRestarted()
                || !policy.policy().get(Policy.ENABLED)) {
            return null;
        }
        if (!policy.isReadOnly(call.hints().readOnly())) {
            warnIfIneffective(policy, call, relaySession);
            return null;
        }
        if (!relaySession.engine().resultReuse().canReuse(call)) {
            return null;
        }
        Slice arguments = forward.arguments() == null ? EMPTY_OBJECT : forward.arguments();
        String digest = hasOtherMembers(params) ? null : CanonicalDigest.compute(arguments);
        return digest == null
                ? null
                : new CallReuse(
                        relaySession, forward, new CacheKey(call.caller(), call.server(), call.tool(), digest), ttl);
    }

    /**
     * Warns if a rule sets {@code cache.ttl} for this tool, which is not read-only. A general setting gives
     * no warning: it is meant for the tools that are read-only.
     */
    private static void warnIfIneffective(ToolPolicy policy, ToolCall call, RelaySession relaySession) {
        Duration generalTtl = relaySession.policies().forTool("", "").policy().find(Policy.CACHE_TTL);
        boolean isSetForTool = policy.hasRule() && generalTtl == null;
        if (isSetForTool && relaySession.cache().isFirstLogOf(call.server() + "/" + call.tool())) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "cache.ttl has no effect: the tool is not declared read-only; if it only reads, set readOnly",
                    "server",
                    call.server(),
                    "tool",
                    call.tool());
        }
    }

    private static boolean hasOtherMembers(Slice params) {
        Members members = Members.of(params);
        while (members.next()) {
            if (members.key().length() > 16 || !REUSE_SAFE_MEMBERS.contains(members.keyText())) {
                return true;
            }
        }
        return false;
    }

    private ResponseCache cache() {
        return session.cache();
    }

    private ResultForm clientForm() {
        return ResultReuse.form(forward.call().client());
    }

    /** Returns an answer from a stored result; null if there is none. */
    @Nullable RequestAction findStored(ToolResultHandler resultHandler) {
        CacheEntry cacheEntry = cache().find(key, ttl, clientForm());
        return cacheEntry == null ? null : answerFromCache(cacheEntry, false, resultHandler);
    }

    /**
     * Decides a call that had no stored result: it waits for an equal call that is running, or is sent to its
     * tool.
     *
     * @param forwarder sends the call to its tool
     * @param retry decides the call again, from the beginning
     */
    RequestAction decide(ToolResultHandler resultHandler, Forwarder forwarder, Supplier<RequestAction> retry) {
        CacheLookup cacheLookup = cache().lookUp(key, ttl, clientForm());
        if (cacheLookup instanceof CacheLookup.Coalesced coalesced) {
            return new RequestAction.Coalesced(
                    coalesced.call(), result -> decideAfterRunningCall(result, resultHandler, forwarder, retry));
        }
        if (cacheLookup instanceof CacheLookup.Hit hit) {
            RequestAction action = answerFromCache(hit.entry(), false, resultHandler);
            return action == null ? runUncoalesced(forwarder) : action;
        }
        return forwarder.forward(new CachingListener(((CacheLookup.Miss) cacheLookup).fill()));
    }

    /** Sends the call to its tool. */
    interface Forwarder {

        RequestAction forward(CallListener callListener);
    }

    /** Sends the call to its tool. Other calls do not wait for it, but its result is cached. */
    private RequestAction runUncoalesced(Forwarder forwarder) {
        CacheFill fill = cache().startUncoalesced(key, ttl);
        return forwarder.forward(new CachingListener(fill));
    }

    /** Decides a call that has waited for the end of an equal call. */
    private RequestAction decideAfterRunningCall(
            CoalescedResult result,
            ToolResultHandler resultHandler,
            Forwarder forwarder,
            Supplier<RequestAction> retry) {
        if (result instanceof Unshared unshared) {
            // the other call failed: run this call alone instead of waiting for one more call that may fail
            return unshared.isCancelled() ? retry.get() : runUncoalesced(forwarder);
        }
        Shared sharedResult = (Shared) result;
        RequestAction action = sharedResult.entry() == null
                ? answerFromCache(sharedResult, resultHandler)
                : answerFromCache(sharedResult.entry(), true, resultHandler);
        return action == null ? runUncoalesced(forwarder) : action;
    }

    private @Nullable RequestAction answerFromCache(
            CacheEntry cacheEntry, boolean isCoalesced, ToolResultHandler resultHandler) {
        ResultReuse resultReuse = session.engine().resultReuse();
        ToolCall call = resultHandler.call();
        Outcome outcome;
        if (isClientForm(cacheEntry.form())) {
            outcome = resultReuse.answer(call, cacheEntry, isCoalesced);
        } else {
            Slice storedResult = resultReuse.findResult(call, cacheEntry);
            outcome = storedResult == null
                    ? null
                    : resultReuse.answer(call, session.translateFor(call, storedResult), cacheEntry, isCoalesced);
        }
        if (outcome == null) {
            cache().removeEntry(key, cacheEntry);
            return null;
        }
        cache().recordServed(key, isCoalesced, cacheEntry.sourceMillis());
        return new RequestAction.AnswerStored(new KnownOutcomeHandler(resultHandler, outcome));
    }

    private RequestAction answerFromCache(Shared shared, ToolResultHandler resultHandler) {
        ToolCall call = resultHandler.call().withSourceMillis(shared.millis());
        Slice result = isClientForm(shared.form()) ? shared.raw() : session.translateFor(call, shared.raw());
        Outcome outcome = session.engine().resultReuse().answer(call, result, null, true);
        cache().recordServed(key, true, shared.millis());
        return new RequestAction.AnswerStored(new KnownOutcomeHandler(resultHandler, outcome));
    }

    /** Returns whether the call's client can get a result of this form without translation. */
    private boolean isClientForm(ResultForm form) {
        return (form == ResultForm.MODERN) == (clientForm() == ResultForm.MODERN);
    }
}
