package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.program.CallAnswers;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that one program takes from the pool of all programs, for itself and for the results of its calls.
 * Closing returns it. Thread-safe.
 */
final class ProgramMemory implements AutoCloseable {

    /** Bytes of a program without results. */
    private static final long BASE_BYTES = 256 << 10;

    /** Number of copies of a result in memory: the response as received, and its document. */
    private static final int COPIES = 2;

    private final FairPool pool;
    private final String holder;
    private final AtomicLong receivedBytes = new AtomicLong();
    private final AtomicLong takenBytes = new AtomicLong();

    /**
     * Takes the memory of a program without results.
     *
     * @param holder the caller to whose share the memory counts
     * @param requestBytes size of the request that starts the program; the request stays in memory as long as
     *     the program runs
     * @throws RefusedException if the pool has too little memory left
     */
    ProgramMemory(FairPool pool, String holder, long requestBytes) {
        this.pool = pool;
        this.holder = holder;
        take(BASE_BYTES + requestBytes);
    }

    /** Takes memory for a response of a tool. Throws if all responses together are too large for one program. */
    void takeForResponse(long responseBytes) {
        take(COPIES * responseBytes);
        if (receivedBytes.addAndGet(responseBytes) > ProgramRunner.MAX_RESULT_BYTES) {
            throw CallAnswers.sizeError(ProgramRunner.MAX_RESULT_BYTES);
        }
    }

    private void take(long bytes) {
        try {
            pool.take(holder, bytes);
            takenBytes.addAndGet(bytes);
        } catch (BusyException e) {
            throw new RefusedException(
                            ErrorCode.RATE_LIMITED,
                            "program: too many or too large programs run now: " + e.getMessage(),
                            "ask its tools for less, or run it again in a moment")
                    .detail("retryAfterSeconds", "1");
        }
    }

    @Override
    public void close() {
        pool.release(holder, takenBytes.getAndSet(0));
    }
}
