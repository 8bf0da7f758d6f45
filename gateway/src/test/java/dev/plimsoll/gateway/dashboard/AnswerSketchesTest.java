package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnswerSketchesTest {

    private static final String LOG_LINE = "2026-11-21 harbour master reports zebra on deck ";

    /**
     * Guards a result with many lines of text, and returns the sketch of its answer as JSON.
     *
     * @param capturesText whether the sketch also contains the text of the answer
     */
    private static String createSketch(boolean capturesText) throws Exception {
        AnswerSketches answerSketches = new AnswerSketches(capturesText);
        SnapshotStore store = SnapshotStore.inMemory(
                new StoreLimits(1 << 26, 1 << 26, 10), InstantSource.system(), new SplittableRandom(5));
        Policies policies = Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000));
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .listener(new GuardListener() {
                    @Override
                    public void onGuarded(Receipt receipt) {}

                    @Override
                    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
                        answerSketches.record(7, receipt, receiptPayload);
                    }
                })
                .build();
        String text =
                JsonMapper.shared().writeValueAsString(LOG_LINE.concat("\n").repeat(4_000));
        engine.guard(
                ToolCall.of("farm", "log", "me"),
                RawResult.of(Slice.of("{\"content\":[{\"type\":\"text\",\"text\":" + text + "}]}")));
        for (int i = 0; i < 400; i++) {
            try {
                return answerSketches
                        .answer(new ServiceRequest("/api/v1/requests/0000000000000007", null, null, null))
                        .body()
                        .utf8();
            } catch (RefusedException notYet) {
                TimeUnit.MILLISECONDS.sleep(25);
            }
        }
        throw new AssertionError("no sketch of the answer was recorded within ten seconds");
    }

    @Test
    void capturesTextWithMaskedCursors() throws Exception {
        JsonNode sketch = JsonMapper.shared().readTree(createSketch(true));
        assertThat(sketch.get("said").asString())
                .contains(LOG_LINE, "plimsoll_read")
                .doesNotContainPattern("[A-Za-z0-9_-]{48}")
                .hasSizeLessThanOrEqualTo((16 << 10) + 1);
    }

    @Test
    void storesNoTextWithoutCapture() throws Exception {
        assertThat(createSketch(false)).contains("\"answer\"").doesNotContain("said", "zebra");
    }

    @Test
    void unknownIdIsNotFound() {
        assertThatThrownBy(() -> new AnswerSketches(true)
                        .answer(new ServiceRequest("/api/v1/requests/0000000000000001", null, null, null)))
                .isInstanceOf(RefusedException.class);
    }
}
