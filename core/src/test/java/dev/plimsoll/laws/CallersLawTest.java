package dev.plimsoll.laws;

import static dev.plimsoll.laws.ReadingArgumentsLawTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
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

    /**
     * Checks callers whose names contain the identity of the server. If the server is renamed, their cursors stay
     * valid, and the rules of its new name apply.
     */
    @Test
    void renamedServerKeepsCursorsUnderRulesOfNewName() {
        Policies policies = new Policies(
                Engine.policy(400),
                List.of(new PolicyRule("locked/*", policy -> policy.with(Policy.TIER, Tier.ADMIN))));
        Plimsoll plimsoll = Engine.of(policies, ClientFeatures.current()).plimsoll();
        String caller = "user@9f2c";
        CallerSettings serverInName = CallerSettings.DEFAULT.withServerInName();
        ToolCall oldCall = ToolCall.of("tickets", "list_things", caller).withSettings(serverInName);
        String answer = plimsoll.guard(oldCall, RawResult.of(Slice.of(SampleResults.models(40))))
                .result()
                .utf8();
        String cursor = answer.replaceAll("(?s).*\"nextCursor\":\"([^\"]{48})\".*", "$1");
        Slice arguments = Slice.of("{\"cursor\":\"" + cursor + "\"}");

        String page = plimsoll.read(oldCall, arguments).result().utf8();
        assertThat(page).contains("\"range\":[").doesNotContain("isError");
        ToolCall renamedWithoutSetting = ToolCall.of("issues", "list_things", caller);
        ToolCall renamed = renamedWithoutSetting.withSettings(serverInName);
        assertThat(plimsoll.read(renamed, arguments).result().utf8()).isEqualTo(page);
        assertThat(plimsoll.findServer(renamed, cursor)).isEqualTo("tickets");
        assertThat(plimsoll.findServer(renamedWithoutSetting, cursor)).isNull();
        for (ToolCall other : List.of(
                ToolCall.of("issues", "list_things", "user@1111"), ToolCall.of("issues", "other_tool", caller))) {
            assertThat(plimsoll.read(other.withSettings(serverInName), arguments)
                            .result()
                            .utf8())
                    .contains("CURSOR_INVALID");
        }
        ToolCall locked = ToolCall.of("locked", "list_things", caller).withSettings(serverInName.withTier(Tier.READ));
        assertThat(plimsoll.read(locked, arguments).result().utf8()).contains("FORBIDDEN");
        assertThat(plimsoll.read(renamedWithoutSetting, arguments).result().utf8())
                .contains("CURSOR_INVALID");
    }

    @Test
    void noCallerSeesDataOfAnother() throws InterruptedException, ExecutionException {
        Map<String, Integer> owners = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> foreignReads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int caller = thread % CALLERS;
                Random random = new Random(thread);
                foreignReads.add(threads.submit(() -> readAsCaller(caller, owners, random)));
            }
            int total = 0;
            for (Future<Integer> count : foreignReads) {
                total += count.get();
            }
            assertThat(total).as("reads with cursors of other callers").isGreaterThan(THREADS);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Guards results and reads random cursors as a caller. Returns the number of reads with cursors of
     * other callers. */
    private int readAsCaller(int caller, Map<String, Integer> owners, Random random) {
        Engine callerEngine = engine.as(call(caller));
        int foreignReads = 0;
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
                    foreignReads++;
                }
            }
        }
        return foreignReads;
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

        CountingLimiter(int maxWrongCursors) {
            left = maxWrongCursors;
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
    void guesserWaitsButValidCursorsPass() {
        String cursor = String.valueOf(engine.guard(markedResult(0)).nextCursor());
        CallerSettings guesser = CallerSettings.DEFAULT.withGuessLimiter(new CountingLimiter(2));
        ToolCall guess = engine.call.withSettings(guesser);
        for (String attempt : List.of("nonsense", UNKNOWN, cursor, UNKNOWN)) {
            assertThat(read(guess, attempt)).doesNotContain("RATE_LIMITED");
        }
        assertThat(read(guess, UNKNOWN)).contains("RATE_LIMITED", "\\\"retryAfterSeconds\\\":9", "wait 9 s");
        assertThat(read(guess.withSettings(guesser.withTier(Tier.READ)), UNKNOWN))
                .contains("RATE_LIMITED");
        assertThat(read(guess, cursor)).doesNotContain("RATE_LIMITED");
        String uri = "plimsoll://page/" + UNKNOWN;
        assertThat(catchThrowableOfType(
                        RefusedException.class, () -> engine.plimsoll().resource(guess, uri)))
                .hasMessageContaining("too many invalid cursors");
        assertRefused(engine.read(UNKNOWN), "CURSOR_INVALID", "cursor");
    }

    private String read(ToolCall call, String cursor) {
        return engine.plimsoll()
                .read(call, Slice.of("{\"cursor\":\"" + cursor + "\"}"))
                .result()
                .utf8();
    }
}
