package dev.plimsoll.bench.answers.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramBenchTest {

    @Test
    void programsAreRightAndTheirTotalTokensStayWithinTheGoals() throws IOException {
        ProgramReport report = ProgramBench.run();

        assertThat(report.rows())
                .hasSize(12)
                .allSatisfy(row -> assertThat(row.isRight()).as(row.question()).isTrue());
        assertThat(report.sum(ProgramRow::programTokens)).isLessThanOrEqualTo(1_100);
        assertThat(report.sum(ProgramRow::answerTokens)).isLessThanOrEqualTo(700);
        assertThat(report.listedTokens()).isLessThanOrEqualTo(220);
    }

    @Test
    void generatesTheSameDataEachTime() {
        assertThat(new Tracker().files()).isEqualTo(new Tracker().files());
        assertThat(new Tracker().issues()).isEqualTo(new Tracker().issues()).hasSize(600);
    }

    @Test
    void truthsAreNotTrivial() {
        List<ProgramTask> tasks = TrackerTasks.all();

        assertThat(tasks)
                .allSatisfy(task ->
                        assertThat(task.truth().toString()).as(task.question()).isNotIn("0", "[]", "{}", "null"));
    }
}
