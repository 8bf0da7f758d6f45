package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Laws of messages with random results: small ones keep their bytes, large ones fit the budget, and every answer is JSON-RPC. */
class GuardLawsTest {

    private static final String CONTENT = "content";
    private static final String STRUCTURED = "structuredContent";
    private static final int BUDGET = 4_000;
    private static final Slice CALL =
            Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0062\",\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}");
    private static final MessageSender SENDER = new MessageSender("ada", Tier.ADMIN, "s", "2025-06-18");

    private final MessageGuard guard =
            new MessageGuard(new GuardedServer(Plimsoll.builder().build(), "main"), true);

    @Test
    void resultsKeepTheirBytesOrFitTheBudget() {
        PropertyCases.check(SampleResults.any(), result -> {
            Slice answer = rewrite(result.slice());
            assertThat(Json.isValid(answer)).isTrue();
            assertThat(Members.get(answer, "id")).isEqualTo(Slice.of("\"ab\""));
            Slice changed = Objects.requireNonNull(Members.get(answer, "result"));
            boolean isSame = Objects.equals(Members.get(changed, CONTENT), Members.get(result.slice(), CONTENT))
                    && Objects.equals(Members.get(changed, STRUCTURED), Members.get(result.slice(), STRUCTURED));
            if (!isSame) {
                // a client feeds one of two copies to the model; escapes, which are counted here, cost more than the text
                assertThat(Math.max(tokens(changed, CONTENT), tokens(changed, STRUCTURED)))
                        .isLessThan(BUDGET + BUDGET / 2);
            }
        });
    }

    private Slice rewrite(Slice result) {
        PostedMessages messages = Objects.requireNonNull(guard.decide(CALL, SENDER));
        return messages.pending()
                .rewrite(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":\"ab\",\"result\":" + result.utf8() + "}"));
    }

    private static long tokens(Slice result, String member) {
        Slice value = Members.get(result, member);
        return value == null ? 0 : TokenCounter.classes().count(value);
    }
}
