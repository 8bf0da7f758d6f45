package dev.plimsoll.fuzz;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.FakeClock;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An engine with one stored result, and its last answer. */
final class EngineFixture {

    private static final StoreLimits LIMITS = new StoreLimits(1 << 26, 1 << 26, 100);
    private static final Pattern NEXT = Pattern.compile("nextCursor\\\\*\":\\\\*\"([A-Za-z0-9_-]{48})");

    private final ToolCall call = ToolCall.of("server", "tool", "caller");
    private final Plimsoll plimsoll;
    private final int budget;
    private Slice answer;

    private EngineFixture(int budget, Slice result) {
        this.budget = budget;
        SnapshotStore store = SnapshotStore.inMemory(LIMITS, new FakeClock(), new Random(1));
        Policy policy = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget);
        this.plimsoll = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
        this.answer = requireSuccess(plimsoll.guard(call, RawResult.of(result)), budget);
    }

    static EngineFixture result(int budget, Slice result) {
        return new EngineFixture(budget, result);
    }

    static EngineFixture text(int budget, Slice text) {
        ByteSink out = new ByteSink(text.length() + 60).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        return new EngineFixture(budget, out.string(text).ascii("}]}").slice());
    }

    /**
     * Throws if the engine failed internally, or if a shaped answer has more tokens than the budget; 0 means no budget.
     * In production, the engine hides internal failures.
     */
    private static Slice requireSuccess(Outcome outcome, int budget) {
        String why = outcome.receipt().reason();
        boolean shaped = outcome.receipt().outcome() != OutcomeKind.PASSED;
        if (why.contains("failed: ")) {
            throw new AssertionError("the engine failed: " + why);
        }
        if (shaped && budget > 0 && outcome.receipt().answerTokens() > budget) {
            throw new AssertionError(outcome.receipt().answerTokens() + " tokens are more than " + budget);
        }
        return outcome.result();
    }

    Slice answer() {
        return answer;
    }

    static boolean isRefused(Slice answer) {
        Slice error = Members.get(answer, "isError");
        return error != null && error.utf8().equals("true");
    }

    /** Reads the page of a cursor, which must fit the budget too. */
    Slice page(String cursor) {
        answer = requireSuccess(plimsoll.read(call, Slice.of("{\"cursor\":\"" + cursor + "\"}")), budget);
        return answer;
    }

    /** Reads with JSON arguments, which may request more than the budget. */
    Slice read(Slice arguments) {
        answer = requireSuccess(plimsoll.read(call, arguments), 0);
        return answer;
    }

    Slice guardedResource(Slice result) {
        return requireSuccess(plimsoll.guardResource(call, "file:///x", result), 0);
    }

    Slice guardedPrompt(Slice result) {
        return requireSuccess(plimsoll.guardPrompt(call, result), 0);
    }

    /** Returns the resource, or null if it is refused. */
    @Nullable Slice resource(String uri) {
        try {
            return plimsoll.resource(call, uri).result();
        } catch (RefusedException refused) {
            return null;
        }
    }

    /** Returns the next cursor of the last answer, or null if there is none. */
    @Nullable String next() {
        Matcher matcher = NEXT.matcher(answer.utf8());
        return matcher.find() ? matcher.group(1) : null;
    }
}
