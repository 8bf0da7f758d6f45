package dev.plimsoll.bench.answers.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KeyBenchTest {

    private static KeyReport report;

    @BeforeAll
    static void runBenchmark() throws IOException {
        report = KeyBench.run();
    }

    @Test
    void answersAllQuestionsWithEachKey() {
        assertThat(report.rows()).extracting(KeyReport.Row::key).containsExactly("sql", "search", "documents", "saved");
        assertThat(report.rows())
                .allSatisfy(row ->
                        assertThat(row.withKey().rightAnswers()).as(row.key()).isEqualTo(row.questions()));
    }

    @Test
    void keyNeedsFewerTokensIfAllAnswersAreAlsoRightWithoutIt() {
        assertThat(report.rows().stream().filter(row -> row.withoutKey().rightAnswers() == row.questions()))
                .as("keys whose questions can also be answered without the key")
                .extracting(KeyReport.Row::key)
                .contains("sql", "saved");
        assertThat(report.rows())
                .filteredOn(row -> row.withoutKey().rightAnswers() == row.questions())
                .allSatisfy(row -> assertThat(row.withKey().totalTokens())
                        .as(row.key())
                        .isLessThan(row.withoutKey().totalTokens()));
    }
}
