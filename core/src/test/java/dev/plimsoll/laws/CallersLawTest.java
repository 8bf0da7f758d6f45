package dev.plimsoll.laws;

import static dev.plimsoll.laws.ReadingArgumentsLawTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks that concurrent callers of one tool on one engine see only their own data. */
@Execution(ExecutionMode.CONCURRENT)
class CallersLawTest {

    private static final int CALLERS = 4;
    private static final int THREADS = 8;
    private static final int STEPS = 60;
    private static final String UNKNOWN = "A".repeat(48);

    private final Engine engine = Engine.of(400, ClientFeatures.current());

    private static String mark(int caller) {
        return "mark-of-" + caller + "-only";
    }

    private static ToolCall call(int caller) {
        return ToolCall.of("server", "list_things", "caller " + caller).withClient(ClientFeatures.current());
    }

    private static byte[] markedResult(int caller) {
        return SampleResults.text(
                ("a line of " + mark(caller) + "\n").repeat(300).getBytes(StandardCharsets.UTF_8));
    }

    /** Checks that if callers are named with the server's identity, the name of the server only selects the current rules. */
    @Test
    void renamedServerKeepsCursorsUnderRulesOfNewName() {
        Policies policies = new Policies(
                Engine.policy(400),
                List.of(new PolicyRule("locked/*", policy -> policy.with(Policy.TIER, Tier.ADMIN))));
        Plimsoll plimsoll = Engine.of(policies, ClientFeatures.current()).plimsoll();
        String caller = "user@9f2c";
        ToolCall oldCall = ToolCall.of("tickets", "list_things", caller);
        Plimsoll named = plimsoll.withServerInCallers();
        String answer = named.guard(oldCall, Slice.of(SampleResults.models(40)))
                .result()
                .utf8();
        String cursor = answer.replaceAll("(?s).*\"nextCursor\":\"([^\"]{48})\".*", "$1");
        Slice arguments = Slice.of("{\"cursor\":\"" + cursor + "\"}");

        String page = named.read(oldCall, arguments).result().utf8();
        assertThat(page).contains("\"range\":[").doesNotContain("isError");
        ToolCall renamed = ToolCall.of("issues", "list_things", caller);
        assertThat(named.read(renamed, arguments).result().utf8()).isEqualTo(page);
        assertThat(named.findServer(renamed, cursor)).isEqualTo("tickets");
        assertThat(plimsoll.findServer(renamed, cursor)).isNull();
        for (ToolCall other : List.of(
                ToolCall.of("issues", "list_things", "user@1111"), ToolCall.of("issues", "other_tool", caller))) {
            assertThat(named.read(other, arguments).result().utf8()).contains("CURSOR_INVALID");
        }
        ToolCall locked = ToolCall.of("locked", "list_things", caller);
        assertThat(named.forTier(Tier.READ).read(locked, arguments).result().utf8())
                .contains("FORBIDDEN");
        assertThat(plimsoll.read(renamed, arguments).result().utf8()).contains("CURSOR_INVALID");
    }

    @Test
    void noCallerSeesDataOfAnother() throws InterruptedException, ExecutionException {
        Map<String, Integer> owners = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> walks = new ArrayList<>();
            for (int hand = 0; hand < THREADS; hand++) {
                int caller = hand % CALLERS;
                Random random = new Random(hand);
                walks.add(threads.submit(() -> readAsCaller(caller, owners, random)));
            }
            int leaks = 0;
            for (Future<Integer> walk : walks) {
                leaks += walk.get();
            }
            assertThat(leaks).isGreaterThan(THREADS);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns how many cursors of other callers were tried. */
    private int readAsCaller(int caller, Map<String, Integer> owners, Random random) {
        Engine callerEngine = engine.as(call(caller));
        int leaks = 0;
        for (int step = 0; step < STEPS; step++) {
            List<String> cursors = List.copyOf(owners.keySet());
            if (cursors.isEmpty() || random.nextInt(3) == 0) {
                recordCursors(assertOwnData(callerEngine.guard(markedResult(caller)), caller), caller, owners);
            } else {
                String cursor = cursors.get(random.nextInt(cursors.size()));
                Answered answer = assertOwnData(callerEngine.read(cursor), caller);
                if (owners.getOrDefault(cursor, -1) == caller) {
                    assertThat(answer.raw().utf8()).contains(mark(caller));
                    recordCursors(answer, caller, owners);
                } else {
                    assertThat(answer.bytes())
                            .isEqualTo(callerEngine.read(UNKNOWN).bytes());
                    leaks++;
                }
            }
        }
        return leaks;
    }

    private static Answered assertOwnData(Answered answer, int caller) {
        for (int other = 0; other < CALLERS; other++) {
            if (other != caller) {
                assertThat(answer.raw().utf8()).doesNotContain(mark(other));
            }
        }
        return answer;
    }

    private static void recordCursors(Answered answer, int caller, Map<String, Integer> owners) {
        String next = answer.nextCursor();
        if (next != null) {
            owners.put(next, caller);
        }
    }

    /** Accepts a given number of invalid cursors. */
    private static final class CountingLimiter implements CursorGuessLimiter {

        private int left;

        CountingLimiter(int most) {
            left = most;
        }

        @Override
        public long waitSeconds() {
            return left > 0 ? 0 : 9;
        }

        @Override
        public void recordWrongCursor() {
            left--;
        }
    }

    @Test
    void guesserGetsNothingForValidCursorEither() {
        String cursor = String.valueOf(engine.guard(markedResult(0)).nextCursor());
        Plimsoll guessed = engine.plimsoll().withGuessLimiter(new CountingLimiter(2));
        for (String invalid : List.of("nonsense", UNKNOWN, cursor, UNKNOWN)) {
            assertThat(read(guessed, engine.call, invalid)).doesNotContain("RATE_LIMITED");
        }
        assertThat(read(guessed, engine.call, cursor))
                .contains("RATE_LIMITED", "\\\"retryAfterSeconds\\\":9", "wait 9 s")
                .isEqualTo(read(guessed, engine.call, UNKNOWN));
        assertThat(read(guessed.forTier(Tier.READ), engine.call, cursor)).contains("RATE_LIMITED");
        String uri = "plimsoll://page/" + cursor;
        assertThat(catchThrowableOfType(RefusedException.class, () -> guessed.resource(engine.call, uri)))
                .hasMessageContaining("too many invalid cursors");
        assertThat(engine.read(cursor).isError()).as("without a limiter").isFalse();
        assertRefused(engine.read(UNKNOWN), "CURSOR_INVALID", "cursor");
    }

    private static String read(Plimsoll plimsoll, ToolCall call, String cursor) {
        return plimsoll.read(call, Slice.of("{\"cursor\":\"" + cursor + "\"}"))
                .result()
                .utf8();
    }
}
