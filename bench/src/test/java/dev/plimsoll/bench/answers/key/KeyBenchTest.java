package dev.plimsoll.bench.answers.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class KeyBenchTest {

    @Test
    void eachKeyAnswersAllQuestionsWithFewerTokens() throws IOException {
        KeyReport report = KeyBench.run();

        assertThat(report.rows()).extracting(KeyReport.Row::key).containsExactly("sql", "search", "documents", "saved");
        assertThat(report.rows())
                .allSatisfy(row -> assertThat(row.with().right()).as(row.key()).isEqualTo(row.questions()));
        assertThat(report.rows().stream().filter(row -> row.without().right() == row.questions()))
                .as("keys whose questions can also be answered without them")
                .extracting(KeyReport.Row::key)
                .contains("sql", "saved");
        assertThat(report.rows())
                .filteredOn(row -> row.without().right() == row.questions())
                .allSatisfy(row -> assertThat(row.with().tokens())
                        .as(row.key())
                        .isLessThan(row.without().tokens()));
    }
}
