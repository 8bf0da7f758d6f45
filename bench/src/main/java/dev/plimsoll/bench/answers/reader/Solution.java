package dev.plimsoll.bench.answers.reader;

/**
 * Solution of a task by one reader.
 *
 * @param calls the calls, including that of the tool
 * @param tokens the tokens read
 * @param reason the value that is wrong, or the reason why the reader is lost; empty if the solution is right
 */
public record Solution(Status status, int calls, long tokens, String reason) {

    /** Status of a solution. */
    public enum Status {
        RIGHT,
        /** The reader believes a wrong value. */
        WRONG,
        /** The reader knows that it has no value. */
        LOST
    }

    public boolean isRight() {
        return status == Status.RIGHT;
    }
}
