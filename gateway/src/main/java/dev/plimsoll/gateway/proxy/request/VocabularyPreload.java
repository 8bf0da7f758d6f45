package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.tokens.Estimator;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loads the vocabulary for exact counts of tokens on a separate thread, when the first large result of a
 * process arrives. Only the last step, the count of the answer, needs the vocabulary,
 * so it loads during the other steps.
 */
final class VocabularyPreload {

    private static final int MIN_BYTES = 1 << 15;
    private static final AtomicBoolean HAS_STARTED = new AtomicBoolean();

    private VocabularyPreload() {}

    /** Starts loading if the result is large and no other result has started it. */
    static void onResult(int bytes, Estimator estimator) {
        if (bytes >= MIN_BYTES && estimator != Estimator.CHARS && HAS_STARTED.compareAndSet(false, true)) {
            Thread thread = new Thread(estimator::answerCounter, "plimsoll-vocabulary");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
