package dev.plimsoll.bench.answers.key;

import java.util.List;

/** Right answers and costs of the questions for each policy key, with the key and without it. */
public record KeyReport(List<Row> rows) {

    public KeyReport {
        rows = List.copyOf(rows);
    }

    /**
     * Measurements of one key.
     *
     * @param key the policy key
     * @param subject what the questions are about, for people
     * @param listedTokens tokens that the key adds to the listing of {@code plimsoll_read}
     */
    public record Row(
            String key,
            String subject,
            int questions,
            Measurement withKey,
            Measurement withoutKey,
            long listedTokens) {}

    /**
     * Right answers to all questions of a key, and their costs.
     *
     * @param rightAnswers the number of right answers
     * @param calls calls of the tool and follow-up reads
     * @param writtenTokens tokens of the arguments
     * @param readTokens tokens of the answers
     */
    public record Measurement(int rightAnswers, int calls, long writtenTokens, long readTokens) {

        public long totalTokens() {
            return writtenTokens + readTokens;
        }
    }
}
