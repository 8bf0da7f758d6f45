package dev.plimsoll.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ReusableOutcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReuseGuardTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final ToolCall CALL = ToolCall.of("main", "get", "ann").withSourceMillis(120);
    private static final String WORDS = "many words ".repeat(2_000);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<Receipt> receipts = new ArrayList<>();

    private Plimsoll engine(long bytes, Policy policy) {
        SnapshotStore store =
                SnapshotStore.inMemory(new StoreLimits(bytes, bytes, 1_000), now::get, new SplittableRandom(7));
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .listener(receipts::add)
                .build();
    }

    private Plimsoll engine() {
        return engine(64 << 20, Policy.defaults());
    }

    private static Slice text(String content) {
        return Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"" + content + "\"}]}");
    }

    private static CacheEntry storeEntry(Plimsoll engine, Slice result) {
        ReusableOutcome firstOutcome = engine.resultReuse().guard(CALL, RawResult.of(result), HOUR);
        assertThat(firstOutcome.isReusable()).isTrue();
        CacheEntry cacheEntry = firstOutcome.cacheEntry();
        assertThat(cacheEntry).isNotNull();
        return Objects.requireNonNull(cacheEntry);
    }

    private static Outcome answer(Plimsoll engine, ToolCall call, CacheEntry cacheEntry) {
        return Objects.requireNonNull(engine.resultReuse().answer(call, cacheEntry, false));
    }

    @ParameterizedTest
    @CsvSource({
        "1h, 15m, 24h, 1h",
        "24h, 15m, 24h, 1430m",
        "30d, 15m, 24h, 1430m",
        "24h, 5m, 24h, 1435m",
        "1h, 24h, 24h, 1h",
        "1h, 5m, 5m, 150s",
        "1h, 15m, 15m, 450s"
    })
    void entryExpiresBeforeItsLastCursor(String ttl, String ttlOfPolicy, String maxTtl, String expected) {
        Policy policy = Policy.defaults().withText("ttl", ttlOfPolicy).withText("maxTtl", maxTtl);
        Duration requested = Policy.CACHE_TTL.parse(ttl);
        assertThat(ReuseGuard.reuseDuration(policy, requested)).isEqualTo(Policy.CACHE_TTL.parse(expected));
    }

    @Test
    void firstAnswerIsUnchangedAndLaterOnesAreMarked() {
        Plimsoll engine = engine();
        Slice result = text("short");
        ReusableOutcome firstOutcome = engine.resultReuse().guard(CALL, RawResult.of(result), HOUR);
        assertThat(firstOutcome.outcome().result())
                .isEqualTo(engine().guard(CALL, RawResult.of(result)).result());
        now.updateAndGet(time -> time.plusSeconds(90));
        Outcome again = answer(engine, CALL, Objects.requireNonNull(firstOutcome.cacheEntry()));
        assertThat(again.result().utf8())
                .contains(
                        "\"dev.plimsoll/cache\":{\"hit\":true,\"ageSeconds\":90,\"storedAt\":\"2026-01-01T00:00:00Z\"}");
        assertThat(again.receipt().outcome()).isEqualTo(OutcomeKind.CACHED);
        assertThat(again.receipt().reason()).isEqualTo("cached 90 s ago, 120 ms saved: within the budget");
    }

    @Test
    void shapedAnswersDifferOnlyInCacheMark() {
        Plimsoll engine = engine();
        ReusableOutcome firstOutcome = engine.resultReuse().guard(CALL, RawResult.of(text(WORDS)), HOUR);
        String again = answer(engine, CALL, Objects.requireNonNull(firstOutcome.cacheEntry()))
                .result()
                .utf8();
        assertThat(again.replaceAll(",\"dev.plimsoll/cache\":\\{[^}]*}", ""))
                .isEqualTo(firstOutcome.outcome().result().utf8());
    }

    @Test
    void removesCacheMarkOfServer() {
        Plimsoll engine = engine();
        CacheEntry cacheEntry = storeEntry(
                engine, Slice.of("{\"_meta\":{\"dev.plimsoll/cache\":{\"hit\":true},\"theirs\":1},\"content\":[]}"));
        String again = answer(engine, CALL, cacheEntry).result().utf8();
        assertThat(again).containsOnlyOnce("dev.plimsoll/cache").contains("\"theirs\":1");
    }

    @Test
    void reusedResultIsStrippedAgain() {
        Plimsoll engine = engine(64 << 20, Policy.defaults().withText("production.strip", "/debug"));
        Slice result = Slice.of("{\"content\":[],\"structuredContent\":{\"debug\":\"inside\",\"a\":2}}");
        ReusableOutcome firstOutcome = engine.resultReuse().guard(CALL, RawResult.of(result), HOUR);
        assertThat(firstOutcome.outcome().result().utf8())
                .doesNotContain("inside")
                .contains("dev.plimsoll/stripped");
        Outcome again = answer(engine, CALL, Objects.requireNonNull(firstOutcome.cacheEntry()));
        assertThat(again.result().utf8()).doesNotContain("inside").contains("dev.plimsoll/stripped", "\"hit\":true");
        assertThat(engine.resultReuse().findResult(CALL, Objects.requireNonNull(firstOutcome.cacheEntry())))
                .isEqualTo(result);
    }

    @Test
    void answersOnlySameCallerServerAndTool() {
        Plimsoll engine = engine();
        CacheEntry cacheEntry = storeEntry(engine, text("short"));
        for (ToolCall other : List.of(
                ToolCall.of("main", "get", "bob"),
                ToolCall.of("main", "list", "ann"),
                ToolCall.of("other", "get", "ann"))) {
            assertThat(engine.resultReuse().answer(other, cacheEntry, false)).isNull();
            assertThat(engine.resultReuse().findResult(other, cacheEntry)).isNull();
        }
    }

    @Test
    void storesUnreadSnapshotsAsLongAsTheirEntry() {
        Plimsoll engine = engine();
        CacheEntry cacheEntry = storeEntry(engine, text("short"));
        now.updateAndGet(time -> time.plus(HOUR).minusSeconds(1));
        assertThat(cacheEntry.expiresAt()).isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
        assertThat(engine.resultReuse().findResult(CALL, cacheEntry)).isNotNull();
        now.updateAndGet(time -> time.plus(HOUR));
        assertThat(engine.resultReuse().findResult(CALL, cacheEntry)).isNull();
    }

    @Test
    void doesNotReuseErrorsAndIncompleteResults() {
        for (String result : List.of(
                "{\"content\":[],\"isError\":true}",
                "{\"content\":[],\"resultType\":\"input_required\"}",
                "7",
                "{\"task\":{}}")) {
            ReusableOutcome firstOutcome = engine().resultReuse().guard(CALL, RawResult.of(Slice.of(result)), HOUR);
            assertThat(firstOutcome.isReusable()).as(result).isFalse();
            assertThat(firstOutcome.cacheEntry()).as(result).isNull();
        }
    }

    @Test
    void doesNotStoreOrEvictIfStoreIsFull() {
        Plimsoll engine = engine(20_000, Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));
        Outcome shapedOutcome = engine.guard(CALL, RawResult.of(text("many words ".repeat(600))));
        assertThat(shapedOutcome.receipt().outcome()).isEqualTo(OutcomeKind.CHUNKED);
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(11)));
        ReusableOutcome firstOutcome = engine.resultReuse()
                .guard(CALL.withMaxTokens(25_000), RawResult.of(text("other words ".repeat(800))), HOUR);
        assertThat(firstOutcome.outcome().receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertThat(firstOutcome.isReusable())
                .as("calls that already wait for this result can use it, although it is not stored")
                .isTrue();
        assertThat(firstOutcome.cacheEntry()).isNull();
    }

    @Test
    void releaseKeepsSnapshotsWithCursors() {
        Plimsoll engine = engine();
        CacheEntry completeEntry = storeEntry(engine, text("short"));
        CacheEntry shapedEntry = storeEntry(engine, text(WORDS));
        engine.resultReuse().release(completeEntry);
        engine.resultReuse().release(shapedEntry);
        assertThat(engine.resultReuse().findResult(CALL, completeEntry)).isNull();
        assertThat(engine.resultReuse().findResult(CALL, shapedEntry)).isNotNull();
    }

    /**
     * Checks calls during a rollout. Results of a session can be reused only if the session is in the arm in which the
     * policy acts; here, about half of the sessions are. Results of calls without a stable unit can never be reused,
     * because each call may be in another arm.
     */
    @Test
    void reusesOnlyResultsOfCallsThatStayInTheirArm() {
        ResultReuse reuseWithRollout = engine(64 << 20, Policy.defaults().withText("rollout.mode", "ab"))
                .resultReuse();
        ResultReuse reuseWithoutRollout = engine().resultReuse();
        int reusableSessions = 0;
        for (int i = 0; i < 200; i++) {
            ToolCall callOfSession = CALL.withSession("session " + i);
            reusableSessions += reuseWithRollout.canReuse(callOfSession) ? 1 : 0;
            assertThat(reuseWithRollout.canReuse(callOfSession)).isEqualTo(reuseWithRollout.canReuse(callOfSession));
            for (ToolCall callWithoutStableUnit :
                    List.of(CALL.withUnit(ToolCall.ALONE), ToolCall.of("main", "get", ""))) {
                assertThat(reuseWithRollout.canReuse(callWithoutStableUnit)).isFalse();
                assertThat(reuseWithoutRollout.canReuse(callWithoutStableUnit)).isTrue();
            }
        }
        assertThat(reusableSessions).isBetween(50, 150);
    }

    @Test
    void derivesFormFromClient() {
        assertThat(ResultReuse.form(ClientFeatures.old())).isEqualTo(ResultForm.OLD);
        assertThat(ResultReuse.form(ClientFeatures.current())).isEqualTo(ResultForm.CURRENT);
        assertThat(ResultReuse.form(ClientFeatures.modern())).isEqualTo(ResultForm.MODERN);
        assertThat(ResultForm.OLD.canAnswer(ResultForm.CURRENT)).isFalse();
        assertThat(ResultForm.MODERN.canAnswer(ResultForm.OLD)).isTrue();
    }
}
