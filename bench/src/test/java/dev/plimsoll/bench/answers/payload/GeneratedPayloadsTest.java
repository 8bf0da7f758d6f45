package dev.plimsoll.bench.answers.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.answers.reader.DirectReader;
import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.TaskKind;
import dev.plimsoll.bench.answers.task.TaskPayload;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GeneratedPayloadsTest {

    private static final List<TaskPayload> PAYLOADS = GeneratedPayloads.all();

    @Test
    void eachPayloadHasFourTasks() {
        assertThat(PAYLOADS)
                .hasSize(25)
                .allSatisfy(payload -> assertThat(payload.tasks()).hasSize(4));
        assertThat(PAYLOADS.stream()
                        .flatMap(payload -> payload.tasks().stream())
                        .map(AnswerTask::kind))
                .contains(TaskKind.values());
    }

    @Test
    void generatesTheSameBytesEachTime() {
        Map<String, String> texts =
                GeneratedPayloads.all().stream().collect(Collectors.toMap(TaskPayload::tool, TaskPayload::text));

        assertThat(PAYLOADS).allSatisfy(payload -> assertThat(texts).containsEntry(payload.tool(), payload.text()));
    }

    /**
     * Checks each truth with independent code: the reader reads the bytes of the result, but the truth is computed
     * from the records of the generator.
     */
    @Test
    void readerOfTheWholeResultSolvesEachTask() {
        for (TaskPayload payload : PAYLOADS) {
            DirectReader whole = DirectReader.ofWholeResult(payload);
            assertThat(payload.tasks())
                    .allSatisfy(task -> assertThat(whole.solve(task).reason())
                            .as(payload.tool() + ": " + task.text())
                            .isEmpty());
        }
    }
}
