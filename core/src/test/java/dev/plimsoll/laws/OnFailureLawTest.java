package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OnFailure;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that an internal failure does not fail the call: the policy selects the answer, and the receipt gives the reason. */
@Execution(ExecutionMode.CONCURRENT)
class OnFailureLawTest {

    private static final byte[] RESULT =
            SampleResults.named("structured-doubled").bytes();
    private static final String SECRET = "payload that must not be disclosed";

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    private static Engine engineWith(SnapshotStore store, OnFailure onFailure) {
        Policy policy = Engine.policy(1_000).with(Policy.ON_FAILURE, onFailure);
        return Engine.of(policy, ClientFeatures.current(), store, new FakeClock());
    }

    private static SnapshotStore fullStore() {
        return SnapshotStore.inMemory(new StoreLimits(10_000, 10_000, 1), new FakeClock(), new Random(1));
    }

    @Test
    void throwingListenerChangesNothing() {
        GuardListener broken = receipt -> {
            throw new IllegalStateException("no telemetry today");
        };
        ToolCall call = ToolCall.of("server", "list_things", "caller");
        for (Sample sample : samples().toList()) {
            byte[] result = sample.bytes();
            Slice expected = createEngine(GuardListener.none())
                    .guard(call, RawResult.of(Slice.of(result)))
                    .result();
            assertThat(createEngine(broken)
                            .guard(call, RawResult.of(Slice.of(result)))
                            .result()
                            .toByteArray())
                    .as(sample.toString())
                    .isEqualTo(expected.toByteArray());
        }
    }

    private static Plimsoll createEngine(GuardListener listener) {
        SnapshotStore store =
                SnapshotStore.inMemory(new StoreLimits(1 << 28, 1 << 28, 1), new FakeClock(), new Random(1));
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(Engine.policy(1_000))
                .listener(listener)
                .build();
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void fullStoreIsHandledByPolicy(OnFailure onFailure) {
        Answered answered = engineWith(fullStore(), onFailure).guard(RESULT);
        assertFallback(answered, onFailure);
        assertThat(answered.receipt().reason()).contains("bytes");
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void throwingStoreIsHandledByPolicy(OnFailure onFailure) {
        Answered answered = engineWith(new BrokenStore(), onFailure).guard(RESULT);
        assertFallback(answered, onFailure);
        assertThat(answered.receipt().reason())
                .contains("IllegalStateException")
                .doesNotContain(SECRET);
        assertThat(answered.raw().utf8()).doesNotContain(SECRET);
    }

    private static void assertFallback(Answered answered, OnFailure onFailure) {
        if (onFailure == OnFailure.PASS) {
            assertThat(answered.bytes()).isEqualTo(RESULT);
            assertThat(answered.receipt().outcome().recordName()).isEqualTo("passed");
        } else if (onFailure == OnFailure.REFUSE) {
            ReadingArgumentsLawTest.assertRefused(answered, "RESULT_TOO_LARGE", "tokens");
            assertThat(answered.receipt().outcome().recordName()).isEqualTo("refused");
        } else {
            assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
            assertThat(answered.texts().get(0).utf8())
                    .startsWith("[Cut: the first ")
                    .contains("{");
            assertThat(answered.structured()).isNotNull();
            assertThat(answered.nextCursor()).isNull();
            assertThat(ModelInput.of(answered).tokens()).isBetween(900, 1_100);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noSampleFailsIfStoreIsFull(Sample sample) {
        Answered answered = engineWith(fullStore(), OnFailure.CUT).guard(sample.bytes());
        assertThat(ParsedJson.isJson(answered.bytes())).as("%s", answered).isTrue();
        if (!answered.receipt().outcome().recordName().equals("passed")) {
            assertThat(ModelInput.of(answered).tokens()).as("%s", answered).isLessThanOrEqualTo(1_100);
            assertThat(answered.isError())
                    .isEqualTo(Original.of(sample.bytes()).result().isError());
        }
    }

    @Test
    void smallResultsPassWithBrokenStore() {
        byte[] small = SampleResults.named("structured-small").bytes();
        Answered answered = engineWith(new BrokenStore(), OnFailure.REFUSE).guard(small);
        assertThat(answered.receipt().outcome().recordName()).isEqualTo("passed");
        assertThat(answered.isError()).isFalse();
    }

    @Test
    void failedReadIsErrorWithoutException() {
        FakeClock clock = new FakeClock();
        SnapshotStore workingStore =
                SnapshotStore.inMemory(new StoreLimits(1L << 30, 1L << 30, 10), clock, new Random(1));
        Engine engine = Engine.of(Engine.policy(1_000), ClientFeatures.current(), workingStore, clock);
        String cursor = String.valueOf(engine.guard(RESULT).nextCursor());
        Engine broken = Engine.of(Engine.policy(1_000), ClientFeatures.current(), new BrokenStore(), clock);
        Answered answered = broken.read(cursor);
        ReadingArgumentsLawTest.assertRefused(answered, "INTERNAL_ERROR", "this page could not be created");
        assertThat(answered.receipt().outcome().recordName()).isEqualTo("error");
        assertThat(answered.raw().utf8()).doesNotContain(SECRET);
        workingStore.close();
        ReadingArgumentsLawTest.assertRefused(engine.read(cursor), "CURSOR_EXPIRED", "no longer stored");
    }

    /** Fails in every method, with a message that must not be disclosed. */
    private static final class BrokenStore implements SnapshotStore {

        private static IllegalStateException broken() {
            return new IllegalStateException(SECRET);
        }

        @Override
        public Snapshot save(SaveRequest saveRequest) {
            throw broken();
        }

        @Override
        public @Nullable Snapshot find(SnapshotId id) {
            throw broken();
        }

        @Override
        public int addView(SnapshotId id, Slice view) {
            throw broken();
        }

        @Override
        public @Nullable Slice findView(SnapshotId id, int number) {
            throw broken();
        }

        @Override
        public void remove(SnapshotId id) {
            throw broken();
        }

        @Override
        public StoreUsage usage() {
            throw broken();
        }

        @Override
        public String describe() {
            return "broken";
        }

        @Override
        public void close() {
            throw broken();
        }
    }
}
