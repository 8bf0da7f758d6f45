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

/** Laws of random results in messages: the filter answers what the engine answers, for which the laws of the engine hold. */
class GuardLawsTest {

    /** Cursors and times. */
    private static final Pattern RANDOM = Pattern.compile("[A-Za-z0-9_-]{48}|\"snapshotAt\":\"[^\"]+\"");

    private static final Slice CALL =
            Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}");
    private static final MessageSender SENDER = new MessageSender("ada", Tier.ADMIN, "s", "2025-06-18");

    private final MessageGuard guard =
            new MessageGuard(new GuardedServer(Plimsoll.builder().build(), "main"), true);
    private final Plimsoll engine = Plimsoll.builder().build();
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger shaped = new AtomicInteger();

    @Test
    void theFilterAnswersWhatTheEngineAnswers() {
        PropertyCases.check(SampleResults.any(), result -> {
            Slice answer = rewrite(result.slice());
            assertThat(Members.get(answer, "id")).isEqualTo(Slice.of("\"ab\""));
            Outcome expected = guard(result.slice());
            (expected instanceof Outcome.Passed ? passed : shaped).incrementAndGet();
            assertThat(comparable(Objects.requireNonNull(Members.get(answer, "result"))))
                    .isEqualTo(comparable(expected.result()));
        });
        assertThat(passed).hasPositiveValue();
        assertThat(shaped).hasPositiveValue();
    }

    private Outcome guard(Slice result) {
        ToolCall call = ToolCall.of("main", "t", "ada")
                .withClient(new ClientFeatures(ClientFeatures.READ_TOOL, true, false, false))
                .withSession("s");
        return engine.guard(((CallDecision.Forward) engine.intake(call, null, null)).call(), RawResult.of(result));
    }

    private static String comparable(Slice result) {
        return RANDOM.matcher(result.utf8()).replaceAll("…");
    }

    private Slice rewrite(Slice result) {
        PostedMessages messages = Objects.requireNonNull(guard.decide(CALL, SENDER));
        return messages.pending()
                .rewrite(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"ab\",\"result\":" + result.utf8() + "}"));
    }
}
