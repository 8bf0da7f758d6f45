package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that results outside a rollout stay unchanged, byte for byte, and store nothing. */
@Execution(ExecutionMode.CONCURRENT)
class RolloutLawTest {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(1L << 30, 1L << 30, 10_000);
    private static final Slice ORDERS =
            Slice.of(SampleResults.named("text-of-json").bytes());

    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]{48})");

    /** An engine that records its receipts, with its store. */
    private static final class RecordingEngine {

        final List<Receipt> receipts = new ArrayList<>();
        final SnapshotStore store;
        final Plimsoll plimsoll;

        RecordingEngine(Policy policy, SnapshotStore store) {
            this.store = store;
            this.plimsoll = Plimsoll.builder()
                    .store(store)
                    .keys(KeyRing.of(new byte[32]))
                    .policy(policy)
                    .listener(receipts::add)
                    .build();
        }

        RecordingEngine(Policy policy) {
            this(policy, SnapshotStore.inMemory(LARGE_LIMITS, new FakeClock(), new Random(7)));
        }

        Rollout rollout() {
            ReceiptContext last = receipts.get(receipts.size() - 1).context();
            return last.rollout();
        }
    }

    private static Policy rolledOut(RolloutMode mode, int percent) {
        return Engine.policy(300).with(Policy.ROLLOUT_MODE, mode).with(Policy.ROLLOUT_PERCENT, percent);
    }

    private static ToolCall call(String session) {
        return ToolCall.of("server", "list_things", "caller").withSession(session);
    }

    /** Returns policies under which every result must pass unchanged. */
    static Stream<Policy> untouched() {
        return Stream.of(
                rolledOut(RolloutMode.OFF, 100),
                rolledOut(RolloutMode.SHADOW, 100),
                rolledOut(RolloutMode.ENFORCE, 0),
                rolledOut(RolloutMode.AB, 0),
                rolledOut(RolloutMode.SHADOW, 100)
                        .with(Policy.STYLE, StyleId.of("probe"))
                        .with(Policy.HEAVY, true),
                rolledOut(RolloutMode.SHADOW, 100)
                        .with(Policy.STYLE, StyleId.of("guide"))
                        .with(Policy.ELICIT, true),
                rolledOut(RolloutMode.OFF, 100).with(Policy.ENABLED, false));
    }

    @ParameterizedTest
    @MethodSource("untouched")
    void everyResultEqualsServerResult(Policy policy) {
        RecordingEngine recorder = new RecordingEngine(policy);
        // shadow mode shapes every result too, which takes time, so it gets fewer samples
        boolean shadow = policy.get(Policy.ROLLOUT_MODE) == RolloutMode.SHADOW;
        List<Samples.Sample> samples = Samples.stream().toList();
        for (int i = 0; i < samples.size(); i += shadow ? Samples.STEP : 1) {
            assertUnchanged(recorder, samples.get(i).bytes(), samples.get(i).toString());
        }
        assertThat(recorder.store.usage().snapshots()).isZero();
    }

    @ParameterizedTest
    @MethodSource("untouched")
    void randomResultsEqualServerResults(Policy policy) {
        RecordingEngine recorder = new RecordingEngine(policy);
        PropertyCases.check(40, 19, SampleResults.any(), result -> assertUnchanged(recorder, result.bytes(), ""));
        assertThat(recorder.store.usage().snapshots()).isZero();
    }

    private static void assertUnchanged(RecordingEngine recorder, byte[] bytes, String name) {
        for (ClientFeatures clientFeatures :
                List.of(ClientFeatures.current().withElicitation(true), ClientFeatures.modern())) {
            Outcome outcome =
                    recorder.plimsoll.guard(call("one").withClient(clientFeatures), RawResult.of(Slice.of(bytes)));
            assertThat(outcome.result().toByteArray()).as(name).isEqualTo(bytes);
            assertThat(outcome.elicitation()).isNull();
            assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
            assertThat(outcome.receipt().answerTokens())
                    .isEqualTo(outcome.receipt().originalTokens());
        }
    }

    /** Checks that shadow mode reports the same as enforcing does. */
    @Test
    void shadowReportsAnswerThatWouldBeGiven() {
        Samples.stream().forEach(sample -> {
            RecordingEngine enforcing = new RecordingEngine(rolledOut(RolloutMode.ENFORCE, 100));
            RecordingEngine shadow = new RecordingEngine(rolledOut(RolloutMode.SHADOW, 100));
            Receipt enforced = enforcing
                    .plimsoll
                    .guard(call("one"), RawResult.of(Slice.of(sample.bytes())))
                    .receipt();
            Receipt shadowed = shadow.plimsoll
                    .guard(call("one"), RawResult.of(Slice.of(sample.bytes())))
                    .receipt();
            ShadowAnswer shadowAnswer = shadowed.context().rollout().shadowAnswer();
            if (shadowAnswer == null) {
                assertThat(enforced.reason()).as("%s", sample).isIn("no result object", "not a complete result");
                return;
            }
            assertThat(shadowAnswer.outcome()).as("%s", sample).isEqualTo(enforced.outcome());
            assertThat(shadowAnswer.tokens()).as("%s", sample).isEqualTo(enforced.answerTokens());
            assertThat(shadowed.context().rollout().arm()).isEqualTo(Arm.SHADOW);
            assertThat(shadowed.originalTokens()).isEqualTo(enforced.originalTokens());
        });
    }

    @Test
    void shadowDoesNotUseStore() {
        RecordingEngine recorder = new RecordingEngine(rolledOut(RolloutMode.SHADOW, 100), new BrokenStore());
        Outcome outcome = recorder.plimsoll.guard(call("one"), RawResult.of(ORDERS));
        assertThat(outcome.result().isSameRange(ORDERS)).isTrue();
        assertThat(recorder.rollout().shadowAnswer())
                .extracting(ShadowAnswer::outcome)
                .isEqualTo(OutcomeKind.PAGINATED);
    }

    @Test
    void resourcesAndPromptsPassUnchangedToo() {
        String text = "word ".repeat(5_000);
        Slice resource = Slice.of("{\"contents\":[{\"uri\":\"file:///a\",\"text\":\"" + text + "\"}] , \"x\":1.10}");
        Slice prompt = Slice.of(
                "{\"messages\":[ {\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}}]}");
        untouched().forEach(policy -> {
            RecordingEngine recorder = new RecordingEngine(policy);
            assertThat(recorder.plimsoll
                            .guardResource(call("one"), "file:///a", resource)
                            .result()
                            .isSameRange(resource))
                    .isTrue();
            assertThat(recorder.plimsoll
                            .guardPrompt(call("one"), prompt)
                            .result()
                            .isSameRange(prompt))
                    .isTrue();
            assertThat(recorder.store.usage().snapshots()).isZero();
        });
        RecordingEngine shadow = new RecordingEngine(rolledOut(RolloutMode.SHADOW, 100));
        shadow.plimsoll.guardResource(call("one"), "file:///a", resource);
        assertThat(shadow.rollout().shadowAnswer())
                .extracting(ShadowAnswer::outcome)
                .isEqualTo(OutcomeKind.CHUNKED);
        shadow.plimsoll.guardPrompt(call("one"), prompt);
        assertThat(shadow.rollout().shadowAnswer()).isNotNull();
    }

    @Test
    void sessionStaysInOneArmForFollowUpReads() {
        RecordingEngine recorder = new RecordingEngine(rolledOut(RolloutMode.AB, 100));
        int guarded = 0;
        for (int i = 0; i < 400; i++) {
            ToolCall call = call("session " + i);
            Outcome first = recorder.plimsoll.guard(call, RawResult.of(ORDERS));
            Rollout rollout = recorder.rollout();
            recorder.plimsoll.guard(call.withTool("another"), RawResult.of(ORDERS));
            assertThat(recorder.rollout()).isEqualTo(rollout);
            boolean same = first.result().isSameRange(ORDERS);
            assertThat(rollout.arm()).isEqualTo(same ? Arm.CONTROL : Arm.PROTECTED);
            guarded += same ? 0 : 1;
            if (!same) {
                String cursor = cursorIn(first.result());
                // a follow-up read in another session has the arm of the first call
                recorder.plimsoll.read(call("another session"), Slice.of("{\"cursor\":\"" + cursor + "\"}"));
                assertThat(recorder.rollout()).isEqualTo(rollout);
            }
        }
        assertThat(guarded).isBetween(160, 240);
    }

    private static String cursorIn(Slice answer) {
        Matcher cursor = CURSOR.matcher(answer.utf8());
        assertThat(cursor.find()).isTrue();
        return cursor.group(1);
    }

    @Test
    void serverErrorsHaveArm() {
        RecordingEngine recorder = new RecordingEngine(rolledOut(RolloutMode.AB, 100));
        recorder.plimsoll.recordServerError(call("one"), Slice.of("{\"code\":-32000,\"message\":\"no\"}"));
        Arm arm = recorder.rollout().arm();
        assertThat(arm).isIn(Arm.CONTROL, Arm.PROTECTED);
        assertThat(recorder.rollout().unit()).isNotZero();
        recorder.plimsoll.guard(call("one"), RawResult.of(Slice.of("{\"content\":[],\"isError\":true}")));
        assertThat(recorder.rollout().arm()).isEqualTo(arm);
    }

    @Test
    void readArgumentsAreIgnoredInControlArm() {
        RecordingEngine recorder = new RecordingEngine(rolledOut(RolloutMode.ENFORCE, 0));
        ReadArguments readArguments = ReadArgumentsParser.parse(Slice.of("{\"mode\":\"outline\",\"cursor\":null}"));
        assertThat(recorder.plimsoll
                        .guard(call("one").withReadArguments(readArguments), RawResult.of(ORDERS))
                        .result()
                        .isSameRange(ORDERS))
                .isTrue();
    }

    @Test
    void fullRolloutAddsNothingToReceipt() {
        RecordingEngine recorder = new RecordingEngine(rolledOut(RolloutMode.ENFORCE, 100));
        recorder.plimsoll.guard(call("one"), RawResult.of(ORDERS));
        assertThat(recorder.rollout()).isEqualTo(Rollout.NONE);
        RefusedException refused = new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, "gone", "later");
        recorder.plimsoll.refuse(call("one"), refused);
        assertThat(recorder.rollout()).isEqualTo(Rollout.NONE);
    }

    /** Fails the test if the engine uses it. */
    private static final class BrokenStore implements SnapshotStore {

        @Override
        public Snapshot save(SaveRequest saveRequest) {
            throw new AssertionError("the engine saves a snapshot");
        }

        @Override
        public @Nullable Snapshot find(SnapshotId id) {
            throw new AssertionError("the engine looks for a snapshot");
        }

        @Override
        public int addView(SnapshotId id, Slice view) {
            throw new AssertionError("the engine saves a view");
        }

        @Override
        public @Nullable Slice findView(SnapshotId id, int number) {
            throw new AssertionError("the engine looks for a view");
        }

        @Override
        public void remove(SnapshotId id) {
            throw new AssertionError("the engine removes a snapshot");
        }

        @Override
        public StoreUsage usage() {
            return new StoreUsage(0, 0, 0);
        }

        @Override
        public String describe() {
            return "broken";
        }

        @Override
        public void close() {}
    }
}
