package dev.plimsoll.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which work the engine passes to {@link HeavyWork}, and for which holder. */
class HeavyWorkRunnerTest {

    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]+)");
    private static final ToolCall CALL =
            ToolCall.of("crm", "list_users", "ann").withHints(new ToolHints(true, true, false));
    private static final HeavyWork BUSY = (holder, bytes, work) -> {
        throw new RefusedException(ErrorCode.QUERY_LIMIT, "all threads are busy", "wait");
    };

    private record Work(String holder, long bytes) {}

    private final List<Work> recordedWork = new ArrayList<>();

    private static Plimsoll engine(HeavyWork heavyWork, RolloutMode mode) {
        Policy policy =
                Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500).with(Policy.ROLLOUT_MODE, mode);
        return Plimsoll.builder()
                .policies(Policies.of(policy))
                .heavyWork(heavyWork)
                .build();
    }

    private Plimsoll recordingEngine() {
        return engine(
                (holder, bytes, work) -> {
                    recordedWork.add(new Work(holder, bytes));
                    work.run();
                },
                RolloutMode.ENFORCE);
    }

    private static RawResult lines(int count) {
        return RawResult.of(Slice.of(
                "{\"content\":[{\"type\":\"text\",\"text\":\"" + "one line of the text\\n".repeat(count) + "\"}]}"));
    }

    /** Checks that the holder in the settings, such as the address of an unnamed caller, takes precedence
     * over the caller. */
    @ParameterizedTest
    @CsvSource({"'', ann", "192.0.2.7, 192.0.2.7"})
    void runsQueriesInTheShareOfTheHolder(String holder, String expected) {
        CallerSettings settings = new CallerSettings(
                Tier.READ, CallAuthorizer.ALLOW_ALL, CursorGuessLimiter.UNLIMITED, false, null, holder, false);
        Plimsoll engine = recordingEngine();
        ToolCall call = CALL.withSettings(settings);
        Matcher cursor =
                CURSOR.matcher(engine.guard(call, lines(1_000)).result().utf8());
        assertThat(cursor.find()).isTrue();
        assertThat(recordedWork).isEmpty();
        Slice query = Slice.of("{\"query\":\"length\",\"cursor\":\"" + cursor.group(1) + "\"}");
        assertThat(engine.read(call, query).receipt().outcome()).isEqualTo(OutcomeKind.READ);
        assertThat(recordedWork).containsExactly(new Work(expected, 0));
    }

    @Test
    void shapesLargeResultsAsHeavyWork() {
        RawResult large = lines(60_000);
        assertThat(recordingEngine().guard(CALL, large).receipt().outcome()).isEqualTo(OutcomeKind.CHUNKED);
        assertThat(recordedWork.get(0)).isEqualTo(new Work("ann", large.bytes().length()));
    }

    @ParameterizedTest
    @CsvSource({"true, call it again in 10 s", "false, do not call it again only for this result"})
    void dropsLargeResultsIfTheHostIsBusy(boolean isReadOnly, String suggestion) {
        Plimsoll engine = engine(BUSY, RolloutMode.ENFORCE);
        ToolCall call = CALL.withHints(new ToolHints(true, isReadOnly, false));
        Outcome dropped = engine.guard(call, lines(60_000));
        assertThat(dropped.receipt().outcome()).isEqualTo(OutcomeKind.REFUSED);
        assertThat(dropped.result().utf8())
                .contains("RESULT_TOO_LARGE", "the tool has run", "all threads are busy", suggestion)
                .contains("retryAfterSeconds");
        assertThat(engine.guard(call, lines(1_000)).receipt().outcome()).isEqualTo(OutcomeKind.CHUNKED);
    }

    @Test
    void passesLargeResultsOnBusyHostIfPolicyIsOff() {
        Outcome passed = engine(BUSY, RolloutMode.OFF).guard(CALL, lines(60_000));
        assertThat(passed.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
    }
}
