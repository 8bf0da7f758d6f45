package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code GET /api/v1/requests/ID}: the sketch of the answer to an oversized request. Holds the latest sketches
 * in the memory of this process only. Under load, it skips some answers.
 */
public final class AnswerSketches implements HttpService {

    private static final String ROOT = "/api/v1/requests/";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final int MAX_SKETCHES = 300;
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    /** Rate limit: this many sketches in quick succession, then one sketch per {@code NANOS_PER_SKETCH}. */
    private static final int BURST = 100;

    private static final long NANOS_PER_SKETCH = TimeUnit.MILLISECONDS.toNanos(50);

    private static final Set<OutcomeKind> UNSHAPED_OUTCOMES =
            Set.of(OutcomeKind.PASSED, OutcomeKind.SLIMMED, OutcomeKind.READ, OutcomeKind.REFUSED, OutcomeKind.ERROR);

    private final boolean isCapturing;
    private final Semaphore permits = new Semaphore(4);
    private final Map<Long, StoredSketch> sketches = new LinkedHashMap<>();
    /**
     * Time at which the next sketch is allowed. After a pause, it is up to {@code BURST} intervals in the past, so that
     * as many sketches are allowed in quick succession.
     */
    private long nextAllowedNanos = System.nanoTime() - BURST * NANOS_PER_SKETCH;

    /**
     * Stored sketch of an answer.
     *
     * @param text the beginning of its text; null if texts are not captured
     */
    private record StoredSketch(Slice sketch, @Nullable String text) {}

    /** @param isCapturing whether to hold the beginning of the texts too, only in memory */
    public AnswerSketches(boolean isCapturing) {
        this.isCapturing = isCapturing;
    }

    /** Sketches the answer on another thread. */
    public void record(long id, Receipt receipt, ReceiptPayload receiptPayload) {
        boolean isUnshaped = UNSHAPED_OUTCOMES.contains(receipt.outcome())
                || (receipt.outcome() == OutcomeKind.CACHED && receipt.context().snapshotNumber() == 0);
        boolean isSmallEnough = !isUnshaped && receiptPayload.answer().length() <= MAX_ANSWER_BYTES;
        if (isSmallEnough && tryPassRateLimit() && permits.tryAcquire()) {
            Thread.ofVirtual().name("plimsoll-sketch").start(() -> {
                try {
                    Slice answer = receiptPayload.answer().joined();
                    Slice sketch = Slice.of(AnswerSketch.toJson(answer).toByteArray());
                    store(id, new StoredSketch(sketch, isCapturing ? CapturedAnswer.capture(answer) : null));
                } finally {
                    permits.release();
                }
            });
        }
    }

    private synchronized boolean tryPassRateLimit() {
        long now = System.nanoTime();
        nextAllowedNanos = Math.max(nextAllowedNanos, now - BURST * NANOS_PER_SKETCH);
        if (nextAllowedNanos > now) {
            return false;
        }
        nextAllowedNanos += NANOS_PER_SKETCH;
        return true;
    }

    private synchronized void store(long id, StoredSketch storedSketch) {
        sketches.remove(id);
        sketches.put(id, storedSketch);
        if (sketches.size() > MAX_SKETCHES) {
            sketches.remove(sketches.keySet().iterator().next());
        }
    }

    @Override
    public boolean accepts(String path) {
        return path.startsWith(ROOT);
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        String id = serviceRequest.path().substring(ROOT.length());
        StoredSketch storedSketch = ID.matcher(id).matches() ? find(HexFormat.fromHexDigitsToLong(id)) : null;
        if (storedSketch == null) {
            throw new RefusedException(
                    ErrorCode.NOT_FOUND,
                    "there is no sketch of this answer",
                    "use the id of one of the latest oversized requests");
        }
        JsonWriter json = new JsonWriter(storedSketch.sketch.length() + 64).beginObject();
        json.string("id", id).raw("answer", storedSketch.sketch);
        if (storedSketch.text != null) {
            json.string("said", storedSketch.text);
        }
        return new ServiceResponse(200, json.endObject().slice());
    }

    private synchronized @Nullable StoredSketch find(long id) {
        return sketches.get(id);
    }
}
