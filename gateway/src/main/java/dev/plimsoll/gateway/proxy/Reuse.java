package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Guarded;
import dev.plimsoll.Intake;
import dev.plimsoll.Recall;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.Form;
import dev.plimsoll.cache.Held;
import dev.plimsoll.gateway.cache.Entered;
import dev.plimsoll.gateway.cache.Landing;
import dev.plimsoll.gateway.cache.Landing.Landed;
import dev.plimsoll.gateway.cache.Landing.Lost;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.cache.Run;
import dev.plimsoll.gateway.log.Level;
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

/** A call of a tool that changes nothing, and may have its result from an equal one. */
record Reuse(Conversation conversation, Intake.Forward forward, CacheKey key, Duration ttl) {

    private static final Slice NOTHING = Slice.of("{}");

    /** What a call says besides that (that it goes on with an earlier one, that it wants a task) is said to the tool alone. */
    private static final Set<String> SAID = Set.of("name", "arguments", "_meta");

    /** Null where a call's result is nobody else's. */
    static @Nullable Reuse of(Slice params, ToolPolicy policy, Intake.Forward forward, Conversation conversation) {
        Duration ttl = policy.policy().find(Policy.CACHE_TTL);
        ToolCall call = forward.call();
        if (ttl == null
                || !conversation.responses().isOn()
                || forward.restarted()
                || !policy.policy().get(Policy.ENABLED)) {
            return null;
        }
        if (!policy.readOnly(call.hints().readOnly())) {
            warn(policy, call, conversation);
            return null;
        }
        if (!conversation.engine().recall().applies(call)) {
            return null;
        }
        Slice arguments = forward.arguments() == null ? NOTHING : forward.arguments();
        String digest = saysMore(params) ? null : CanonicalDigest.of(arguments);
        return digest == null
                ? null
                : new Reuse(
                        conversation, forward, new CacheKey(call.caller(), call.server(), call.tool(), digest), ttl);
    }

    /** Whoever sets it for one tool means that tool; who sets it for all means those that only read. */
    private static void warn(ToolPolicy policy, ToolCall call, Conversation conversation) {
        Duration forAll = conversation.engine().policy("", "").policy().find(Policy.CACHE_TTL);
        boolean meant = policy.named() && forAll == null;
        if (meant && conversation.responses().says(call.server() + "/" + call.tool())) {
            conversation
                    .log()
                    .say(
                            Level.WARN,
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

    private Form form() {
        return Recall.form(forward.call().client());
    }

    /** The answer from an earlier result; null where there is none. */
    @Nullable Route stored(Guarding guarding) {
        Held held = cache().find(key, ttl, form());
        return held == null ? null : answered(held, false, guarding);
    }

    /**
     * What becomes of the call where nothing was stored.
     *
     * @param run the way to the tool
     * @param again the same once more
     */
    Route route(Guarding guarding, OnwardBy run, Supplier<Route> again) {
        Entered entered = cache().enter(key, ttl, form());
        if (entered instanceof Entered.Follows follows) {
            return new Route.Joined(follows.flight(), how -> landed(how, guarding, run, again));
        }
        if (entered instanceof Entered.Hit hit) {
            Route answered = answered(hit.held(), false, guarding);
            return answered == null ? alone(run) : answered;
        }
        return run.by(new Running(((Entered.Leads) entered).run()));
    }

    /** How the call goes to its tool. */
    interface OnwardBy {

        Route by(Course course);
    }

    private Route alone(OnwardBy run) {
        Run alone = cache().alone(key, ttl);
        return run.by(new Running(alone));
    }

    /** What becomes of a call that has waited for another's end. */
    private Route landed(Landing how, Guarding guarding, OnwardBy run, Supplier<Route> again) {
        if (how instanceof Lost lost) {
            // where a tool has failed, nobody waits for its next failure
            return lost.cancelled() ? again.get() : alone(run);
        }
        Landed landed = (Landed) how;
        Route answered = landed.held() == null ? answered(landed, guarding) : answered(landed.held(), true, guarding);
        return answered == null ? alone(run) : answered;
    }

    private @Nullable Route answered(Held held, boolean joined, Guarding guarding) {
        Recall recall = conversation.engine().recall();
        ToolCall call = guarding.call();
        Guarded guarded;
        if (isSame(held.form())) {
            guarded = recall.answer(call, held, forward.asked(), joined);
        } else {
            Slice whole = recall.whole(call, held);
            guarded = whole == null
                    ? null
                    : recall.answer(call, conversation.inFormOf(call, whole), held, forward.asked(), joined);
        }
        if (guarded == null) {
            cache().gone(key, held);
            return null;
        }
        cache().served(key, joined, held.sourceMillis());
        return new Route.Ready(new Had(guarding, guarded));
    }

    private Route answered(Landed landed, Guarding guarding) {
        ToolCall call = guarding.call().withSourceMillis(landed.millis());
        Slice result = isSame(landed.form()) ? landed.raw() : conversation.inFormOf(call, landed.raw());
        Guarded guarded = conversation.engine().recall().answer(call, result, null, forward.asked(), true);
        cache().served(key, true, landed.millis());
        return new Route.Ready(new Had(guarding, guarded));
    }

    /** Whether nothing has to be made of a result of that form: what an older revision does not know, it does not see. */
    private boolean isSame(Form other) {
        return (other == Form.MODERN) == (form() == Form.MODERN);
    }
}
