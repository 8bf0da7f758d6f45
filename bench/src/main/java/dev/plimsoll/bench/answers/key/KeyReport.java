package dev.plimsoll.bench.answers.key;

import java.util.List;

/** Costs of each policy key, with the key and without it. */
public record KeyReport(List<Row> rows) {

    public KeyReport {
        rows = List.copyOf(rows);
    }

    /**
     * Costs of one key.
     *
     * @param key the policy key
     * @param subject what the questions are about, for people
     * @param listedTokens tokens that the key adds to the listing of {@code plimsoll_read}
     */
    public record Row(
            String key, String subject, int questions, Costs costsWithKey, Costs costsWithoutKey, long listedTokens) {}

    /**
     * Costs of all questions.
     *
     * @param rightAnswers the number of right answers
     * @param calls calls of the tool and follow-up reads
     * @param writtenTokens tokens of the arguments
     * @param readTokens tokens of the answers
     */
    public record Costs(int rightAnswers, int calls, long writtenTokens, long readTokens) {

        public long totalTokens() {
            return writtenTokens + readTokens;
        }
    }
}
