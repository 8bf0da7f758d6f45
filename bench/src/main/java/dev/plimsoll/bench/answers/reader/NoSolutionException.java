package dev.plimsoll.bench.answers.reader;

/** Thrown if a reader cannot find a solution in the answers. */
final class NoSolutionException extends Exception {

    private static final long serialVersionUID = 1L;

    NoSolutionException(String message) {
        super(message);
    }
}
