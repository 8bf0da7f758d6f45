package dev.plimsoll.bench.answers.reader;

/**
 * Solution of a task by one reader.
 *
 * @param calls the calls, including that of the tool
 * @param tokens the tokens read
 * @param reason the wrong value, or the reason why there is none; empty if the solution is right
 */
public record Solution(Status status, int calls, long tokens, String reason) {

    /** Status of a solution. */
    public enum Status {
        RIGHT,
        /** The reader found a wrong value. */
        WRONG,
        /** The reader found no value. */
        MISSING
    }

    public boolean isRight() {
        return status == Status.RIGHT;
    }
}
