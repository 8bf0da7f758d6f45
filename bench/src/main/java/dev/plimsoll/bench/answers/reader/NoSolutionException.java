package dev.plimsoll.bench.answers.reader;

/** Thrown when a reader cannot get a solution with what the answers offered. */
final class NoSolutionException extends Exception {

    private static final long serialVersionUID = 1L;

    NoSolutionException(String message) {
        super(message);
    }
}
