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
     * @param listed tokens that the key adds to the listing of {@code plimsoll_read}
     */
    public record Row(String key, String subject, int questions, Costs with, Costs without, long listed) {}

    /**
     * Costs of all questions.
     *
     * @param right the number of right answers
     * @param calls calls of the tool and follow-up reads
     * @param written tokens of the arguments
     * @param read tokens of the answers
     */
    public record Costs(int right, int calls, long written, long read) {

        public long tokens() {
            return written + read;
        }
    }
}
