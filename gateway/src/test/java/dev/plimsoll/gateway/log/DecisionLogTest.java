package dev.plimsoll.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionLogTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Plimsoll engine = Plimsoll.builder()
            .store(SnapshotStore.inMemory(new StoreLimits(1 << 24, 1 << 24, 100), new FakeClock(), new Random(7)))
            .keys(KeyRing.of(new byte[32]))
            .policy(Policy.defaults())
            .listener(new DecisionLog(new Log(new PrintStream(out, true, StandardCharsets.UTF_8), LogSeverity.INFO)))
            .build();

    private String guardAndLog(String members) {
        engine.guard(ToolCall.of("crm", "list_orders", "ada"), RawResult.of(Slice.of("{" + members + "}")));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String text(String text) {
        return "\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]";
    }

    private static String list(int items) {
        return text("[" + "{\\\"secret\\\":\\\"blue whale\\\"},".repeat(items - 1) + "{}]");
    }

    private static String object(int members) {
        StringBuilder object = new StringBuilder("{\\\"id\\\":7");
        for (int i = 0; i < members; i++) {
            object.append(",\\\"m")
                    .append(i)
                    .append("\\\":\\\"")
                    .append("blue whale ".repeat(20))
                    .append("\\\"");
        }
        return text(object + "}");
    }

    @Test
    void logsShapedResultWithSizesAndReduction() {
        String result = "{" + list(9_000) + "}";

        Receipt receipt = engine.guard(ToolCall.of("crm", "list_orders", "ada"), RawResult.of(Slice.of(result)))
                .receipt();

        String line = out.toString(StandardCharsets.UTF_8);
        long originalTokens = receipt.originalTokens();
        assertThat(originalTokens).isGreaterThan(9_000);
        assertThat(receipt.answerTokens()).isBetween(1L, 4_000L);
        assertThat(line).hasLineCount(1);
        long thousandths = 1_000 * (originalTokens - receipt.answerTokens()) / originalTokens;
        assertThat(line)
                .matches("(?s)\\S+Z INFO plimsoll: answered server=crm tool=list_orders outcome=paginated .+\n")
                .contains(" tokens=" + receipt.answerTokens() + " originalTokens=" + originalTokens + " bytes="
                        + receipt.answerBytes() + " originalBytes=" + result.length() + " reductionPercent="
                        + thousandths / 10.0
                        + " exact=false micros=");
    }

    @ParameterizedTest
    @CsvSource({"9000, 0, paginated", "0, 400, summarized", "0, 0, chunked"})
    void logsDecisionsWithoutPayload(int items, int members, String outcome) {
        String result =
                items > 0 ? list(items) : members > 0 ? object(members) : text("blue whale sighted\\n".repeat(9_000));

        assertThat(guardAndLog(result))
                .contains(" INFO plimsoll: answered ", "outcome=" + outcome + " ", "reductionPercent=")
                .doesNotContain("whale");
    }

    @Test
    void logsPassedResultBriefly() {
        assertThat(guardAndLog(text("all is well")))
                .hasLineCount(1)
                .contains(" INFO ", "outcome=passed ")
                .doesNotContain("originalTokens", "reductionPercent", "well");
    }
}
