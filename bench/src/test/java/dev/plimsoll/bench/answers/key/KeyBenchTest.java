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
                .allSatisfy(row -> assertThat(row.costsWithKey().rightAnswers())
                        .as(row.key())
                        .isEqualTo(row.questions()));
        assertThat(report.rows().stream().filter(row -> row.costsWithoutKey().rightAnswers() == row.questions()))
                .as("keys whose questions can also be answered without them")
                .extracting(KeyReport.Row::key)
                .contains("sql", "saved");
        assertThat(report.rows())
                .filteredOn(row -> row.costsWithoutKey().rightAnswers() == row.questions())
                .allSatisfy(row -> assertThat(row.costsWithKey().totalTokens())
                        .as(row.key())
                        .isLessThan(row.costsWithoutKey().totalTokens()));
    }
}
