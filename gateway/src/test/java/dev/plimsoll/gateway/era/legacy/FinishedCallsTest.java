package dev.plimsoll.gateway.era.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.era.form.TaskMessages;
import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinishedCallsTest {

    private static final Slice RESULT = Slice.of("{\"content\":[]}");

    @Test
    void aResultTakesNoMemoryAfterItsLifetime() throws Exception {
        FinishedCalls calls = new FinishedCalls(Duration.ofMillis(20), FinishedCalls::runAfter);
        String task = TaskMessages.findId(calls.add(RESULT));
        assertThat(task).isNotNull();
        Await.until("the result is dropped", () -> calls.bytes() == 0);
        assertThat(calls.find(task)).isNull();
    }

    @Test
    void dropsTheOldestResultsAboveTheLimit() {
        FinishedCalls calls = new FinishedCalls();
        String first = TaskMessages.findId(calls.add(RESULT));
        for (int i = 0; i < 32; i++) {
            var _ = calls.add(RESULT);
        }
        assertThat(first).isNotNull();
        assertThat(calls.find(first)).isNull();
        assertThat(calls.bytes()).isEqualTo(32L * RESULT.length());
        calls.clear();
        assertThat(calls.bytes()).isZero();
    }

    @Test
    void manyResultsNeedOneTimer() throws Exception {
        List<Runnable> timers = new ArrayList<>();
        FinishedCalls calls = new FinishedCalls(Duration.ofHours(1), (delay, action) -> timers.add(action));
        for (int i = 0; i < 100; i++) {
            var _ = calls.add(RESULT);
        }
        assertThat(timers).hasSize(1);
        timers.getFirst().run();
        assertThat(timers)
                .as("the results that have not expired need another timer")
                .hasSize(2);
        calls.clear();
        timers.getLast().run();
        assertThat(timers).hasSize(2);
    }
}
