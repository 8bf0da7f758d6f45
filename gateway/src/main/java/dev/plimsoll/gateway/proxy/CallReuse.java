package dev.plimsoll.gateway.proxy;

import dev.plimsoll.CallDecision;
import dev.plimsoll.GuardedResult;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.gateway.cache.CacheFill;
import dev.plimsoll.gateway.cache.CacheLookup;
import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.cache.CoalescedResult.Shared;
import dev.plimsoll.gateway.cache.CoalescedResult.Unshared;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.json.CanonicalDigest;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call of a read-only tool that may be answered with the result of an equal call. */
record CallReuse(RelaySession conversation, CallDecision.Forward forward, CacheKey key, Duration ttl) {

    private static final Slice NOTHING = Slice.of("{}");

    /**
     * Members of {@code params} that do not prevent reuse. Others, such as a task or a request state, concern one call alone.
     */
    private static final Set<String> SAID = Set.of("name", "arguments", "_meta");

    /** Returns how the call may be reused, or null if its result must not be shared. */
    static @Nullable CallReuse of(
            Slice params, ToolPolicy policy, CallDecision.Forward forward, RelaySession relaySession) {
        Duration ttl = policy.policy().find(Policy.CACHE_TTL);
        ToolCall call = forward.call();
        if (ttl == null
                || !relaySession.responses().isEnabled()
                || forward.restarted()
                || !policy.policy().get(Policy.ENABLED)) {
            return null;
        }
        if (!policy.isReadOnly(call.hints().readOnly())) {
            warn(policy, call, relaySession);
            return null;
        }
        if (!relaySession.engine().resultReuse().applies(call)) {
            return null;
        }
        Slice arguments = forward.arguments() == null ? NOTHING : forward.arguments();
        String digest = saysMore(params) ? null : CanonicalDigest.of(arguments);
        return digest == null
                ? null
                : new CallReuse(
                        relaySession, forward, new CacheKey(call.caller(), call.server(), call.tool(), digest), ttl);
    }

    /** Warns if {@code cache.ttl} is set for this one tool. If it is set for all tools, only the read-only ones are meant. */
    private static void warn(ToolPolicy policy, ToolCall call, RelaySession relaySession) {
        Duration forAll = relaySession.engine().policy("", "").policy().find(Policy.CACHE_TTL);
        boolean meant = policy.hasRule() && forAll == null;
        if (meant && relaySession.responses().shouldLog(call.server() + "/" + call.tool())) {
            relaySession.log().log(
                    LogSeverity.WARN,
                    "cache.ttl has no effect: the tool does not say that it only reads; if it does, set readOnly",
                    "server",
                    call.server(),
                    "tool",
                    call.tool());
        }
    }

    private static boolean saysMore(Slice params) {
        Members members = Members.of(params);
        while (members.next()) {
            if (members.key().length() > 16 || !SAID.contains(members.keyText())) {
                return true;
            }
        }
        return false;
    }

    private ResponseCache cache() {
        return conversation.responses();
    }

    private ResultForm form() {
        return ResultReuse.form(forward.call().client());
    }

    /** Returns an answer from a stored result, or null if there is none. */
    @Nullable RequestAction stored(Guarding guarding) {
        CacheEntry cacheEntry = cache().find(key, ttl, form());
        return cacheEntry == null ? null : answered(cacheEntry, false, guarding);
    }

    /**
     * Decides a call that has no stored result: it joins an equal call that is running, or it runs.
     *
     * @param run sends the call to its tool
     * @param again decides the call once more, from the beginning
     */
    RequestAction route(Guarding guarding, OnwardBy run, Supplier<RequestAction> again) {
        CacheLookup cacheLookup = cache().lookUp(key, ttl, form());
        if (cacheLookup instanceof CacheLookup.Coalesced coalesced) {
            return new RequestAction.Joined(coalesced.call(), how -> landed(how, guarding, run, again));
        }
        if (cacheLookup instanceof CacheLookup.Hit hit) {
            RequestAction answered = answered(hit.entry(), false, guarding);
            return answered == null ? alone(run) : answered;
        }
        return run.by(new CachingListener(((CacheLookup.Miss) cacheLookup).fill()));
    }

    /** Sends the call to its tool. */
    interface OnwardBy {

        RequestAction by(CallListener callListener);
    }

    private RequestAction alone(OnwardBy run) {
        CacheFill alone = cache().fillAlone(key, ttl);
        return run.by(new CachingListener(alone));
    }

    /** Decides a call that has waited for the end of an equal call. */
    private RequestAction landed(CoalescedResult how, Guarding guarding, OnwardBy run, Supplier<RequestAction> again) {
        if (how instanceof Unshared unshared) {
            // the other call failed: run alone instead of waiting for one more call that may fail
            return unshared.cancelled() ? again.get() : alone(run);
        }
        Shared landed = (Shared) how;
        RequestAction answered =
                landed.entry() == null ? answered(landed, guarding) : answered(landed.entry(), true, guarding);
        return answered == null ? alone(run) : answered;
    }

    private @Nullable RequestAction answered(CacheEntry cacheEntry, boolean joined, Guarding guarding) {
        ResultReuse resultReuse = conversation.engine().resultReuse();
        ToolCall call = guarding.call();
        GuardedResult guardedResult;
        if (isSame(cacheEntry.form())) {
            guardedResult = resultReuse.answer(call, cacheEntry, forward.readArguments(), joined);
        } else {
            Slice whole = resultReuse.findResult(call, cacheEntry);
            guardedResult = whole == null
                    ? null
                    : resultReuse.answer(
                            call, conversation.inFormOf(call, whole), cacheEntry, forward.readArguments(), joined);
        }
        if (guardedResult == null) {
            cache().removeEntry(key, cacheEntry);
            return null;
        }
        cache().recordServed(key, joined, cacheEntry.sourceMillis());
        return new RequestAction.Ready(new StoredResult(guarding, guardedResult));
    }

    private RequestAction answered(Shared landed, Guarding guarding) {
        ToolCall call = guarding.call().withSourceMillis(landed.millis());
        Slice result = isSame(landed.form()) ? landed.raw() : conversation.inFormOf(call, landed.raw());
        GuardedResult guardedResult =
                conversation.engine().resultReuse().answer(call, result, null, forward.readArguments(), true);
        cache().recordServed(key, true, landed.millis());
        return new RequestAction.Ready(new StoredResult(guarding, guardedResult));
    }

    /** Returns whether a result of that form needs no translation for this call's client. */
    private boolean isSame(ResultForm other) {
        return (other == ResultForm.MODERN) == (form() == ResultForm.MODERN);
    }
}
