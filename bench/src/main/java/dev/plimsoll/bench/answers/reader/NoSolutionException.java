package dev.plimsoll.bench.answers.reader;

/** Exception that reports that a reader cannot find a solution in the answers. */
final class NoSolutionException extends Exception {

    private static final long serialVersionUID = 1L;

    NoSolutionException(String message) {
        super(message);
    }
}
