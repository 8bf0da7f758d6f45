package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks with random results that the answers of the filter equal those of the engine. */
class GuardLawsTest {

    /** Cursors and times, which differ between runs. */
    private static final Pattern VARIABLE_TEXT = Pattern.compile("[A-Za-z0-9_-]{48}|\"snapshotAt\":\"[^\"]+\"");

    private static final Slice CALL =
            Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}");
    private static final MessageSender SENDER = new MessageSender("ada", Tier.ADMIN, "s", "2025-06-18");

    private final MessageGuard guard =
            new MessageGuard(new GuardedServer(Plimsoll.builder().build(), "main"), true);
    private final Plimsoll engine = Plimsoll.builder().build();
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger shaped = new AtomicInteger();

    @Test
    void filterAndEngineGiveEqualAnswers() {
        PropertyCases.check(SampleResults.any(), result -> {
            Slice answer = filterAnswer(result.slice());
            assertThat(Members.get(answer, "id")).isEqualTo(Slice.of("\"ab\""));
            Outcome expected = engineOutcome(result.slice());
            (expected instanceof Outcome.Passed ? passed : shaped).incrementAndGet();
            assertThat(withoutVariableTexts(Objects.requireNonNull(Members.get(answer, "result"))))
                    .isEqualTo(withoutVariableTexts(expected.result()));
        });
        assertThat(passed).hasPositiveValue();
        assertThat(shaped).hasPositiveValue();
    }

    private Outcome engineOutcome(Slice result) {
        ToolCall call = ToolCall.of("main", "t", "ada")
                .withClient(new ClientFeatures(ClientFeatures.READ_TOOL, true, false, false))
                .withSession("s");
        return engine.guard(((CallDecision.Forward) engine.classify(call, null, null)).call(), RawResult.of(result));
    }

    private static String withoutVariableTexts(Slice result) {
        return VARIABLE_TEXT.matcher(result.utf8()).replaceAll("…");
    }

    private Slice filterAnswer(Slice result) {
        PostedMessages messages = Objects.requireNonNull(guard.decide(CALL, SENDER));
        return messages.pending()
                .rewrite(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"ab\",\"result\":" + result.utf8() + "}"));
    }
}
