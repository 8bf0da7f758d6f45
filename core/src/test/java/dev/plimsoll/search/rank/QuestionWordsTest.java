package dev.plimsoll.search.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionWordsTest {

    @ParameterizedTest
    @CsvSource({"refund Refund policy, 2", "猫 犬 猫, 2", "猫、猫, 1", "退款 退款 猫, 2", "猫 小猫 猫, 2"})
    void findsDistinctWords(String question, int count) {
        assertThat(QuestionWords.parse(question).words()).hasSize(count);
    }
}
