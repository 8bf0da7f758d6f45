package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.Client;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.sample.Results;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One Plimsoll behind another with the same budget: what the inner one gives fits, and is not cut once more. */
@Execution(ExecutionMode.CONCURRENT)
class BehindEachOtherLawTest {

    static final List<Client> CLIENTS = Engine.CLIENTS;
    private static final int PAGES = 3;

    /** Counted as the server has escaped it, which no page of ours is. */
    private static final Set<String> ODD = Set.of("text-with-nul");

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void pagesOfSamplesPass(Client client) {
        Samples.half(BehindEachOtherLawTest.class)
                .filter(sample -> !ODD.contains(sample.toString()))
                .forEach(sample -> {
                    for (int budget : Engine.BUDGETS) {
                        walk(sample.bytes(), budget, client);
                    }
                });
    }

    @Test
    void pagesOfRandomResultsPass() {
        Cases.check(60, 11, Results.any(), result -> walk(result.bytes(), 1_000, Client.current()));
    }

    private static void walk(byte[] result, int budget, Client client) {
        Engine engine = Engine.of(budget, client);
        Answered inner = engine.guard(result);
        for (int i = 0; i < PAGES && inner.isShaped(); i++) {
            Answered outer = Engine.of(budget, client).guard(inner.bytes());
            assertThat(outer.receipt().outcome()).as("%s: %s", inner, outer).isEqualTo(Outcome.PASSED);
            String next = inner.nextCursor();
            if (next == null) {
                return;
            }
            inner = engine.read(next);
        }
    }

    /** The mark is anybody's: what is said beside the structured content is counted, and what is said twice is too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"content\":[{\"type\":\"text\",\"text\":\"OTHER\"}],\"structuredContent\":{\"text\":\"LONG\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"LONG\"},{\"type\":\"text\",\"text\":\"LONG\"}],"
                        + "\"structuredContent\":{\"text\":\"LONG\",\"b\":\"\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":\\\"OTHER\\\"}\"},"
                        + "{\"type\":\"text\",\"text\":\"LONG\"}],\"structuredContent\":{\"a\":\"x\",\"text\":\"LONG\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"LONG\"},{\"type\":\"text\",\"text\":\"OTHER\"}],"
                        + "\"structuredContent\":{\"b\":1,\"text\":\"LONG\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"text\":\"LONGLONG\",\"x\":\"x\"}",
            })
    void theMarkAloneIsWorthNothing(String members) {
        String result =
                "{" + members.replace("LONG", "word by word ".repeat(200)).replace("OTHER", "more of it ".repeat(200))
                        + ",\"_meta\":{\"dev.plimsoll/page\":{\"nextCursor\":\"x\"}}}";
        assertThat(outcome(result, null)).isNotEqualTo(Outcome.PASSED);
    }

    @Test
    void theLimitInBytesHolds() {
        String page =
                "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":\\\"one\\\"}\"},{\"type\":\"text\",\"text\":\"LONG\"}],"
                        + "\"structuredContent\":{\"n\":\"one\",\"text\":\"LONG\"},\"_meta\":{\"dev.plimsoll/page\":{}}}";
        String result = page.replace("LONG", "word by word ".repeat(200));
        assertThat(outcome(result, null)).isEqualTo(Outcome.PASSED);
        assertThat(outcome(result, 2_000)).isNotEqualTo(Outcome.PASSED);
        assertThat(outcome(result.replace("dev.plimsoll/page", "page"), null)).isNotEqualTo(Outcome.PASSED);
    }

    private static Outcome outcome(String result, @Nullable Integer bytes) {
        Policy policy = Engine.policy(1_000);
        Policy limited = bytes == null ? policy : policy.with(Policy.HARD_BYTE_LIMIT, bytes);
        byte[] utf8 = result.getBytes(StandardCharsets.UTF_8);
        return Engine.of(limited, Client.current()).guard(utf8).receipt().outcome();
    }
}
