package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
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
 * Serves {@code GET /api/v1/requests/ID}: the sketch of the answer to an oversized request. Holds the latest ones in
 * the memory of this process only, and skips some under load.
 */
public final class AnswerSketches implements HttpService {

    private static final String ROOT = "/api/v1/requests/";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final int MOST = 300;
    private static final int LARGEST = 1 << 20;

    /** Rate limit: this many at once, then one per {@code NANOS_PER_SKETCH}. */
    private static final int BURST = 100;

    private static final long NANOS_EACH = TimeUnit.MILLISECONDS.toNanos(50);

    private static final Set<OutcomeKind> WHOLE =
            Set.of(OutcomeKind.PASSED, OutcomeKind.READ, OutcomeKind.REFUSED, OutcomeKind.ERROR);

    private final boolean capture;
    private final Semaphore working = new Semaphore(4);
    private final Map<Long, Sight> seen = new LinkedHashMap<>();
    private long paidUntil = System.nanoTime() - BURST * NANOS_EACH;

    /**
     * Stored sketch of an answer.
     *
     * @param said the beginning of its text; null if texts are not captured
     */
    private record Sight(Slice sketch, @Nullable String said) {}

    /** @param capture whether to hold the beginning of the texts too, only in memory */
    public AnswerSketches(boolean capture) {
        this.capture = capture;
    }

    /** Sketches the answer on another thread. */
    public void saw(long id, Receipt receipt, ReceiptPayload receiptPayload) {
        boolean isUnshaped = WHOLE.contains(receipt.outcome())
                || (receipt.outcome() == OutcomeKind.CACHED
                        && receipt.circumstances().kept() == 0);
        boolean isSmallEnough = !isUnshaped && receiptPayload.answer().length() <= LARGEST;
        if (isSmallEnough && may() && working.tryAcquire()) {
            Thread.ofVirtual().name("plimsoll-sketch").start(() -> {
                try {
                    Slice answer = receiptPayload.answer().joined();
                    Slice sketch = Slice.of(AnswerSketch.of(answer).toByteArray());
                    remember(id, new Sight(sketch, capture ? CapturedAnswer.of(answer) : null));
                } finally {
                    working.release();
                }
            });
        }
    }

    private synchronized boolean may() {
        long now = System.nanoTime();
        paidUntil = Math.max(paidUntil, now - BURST * NANOS_EACH);
        if (paidUntil > now) {
            return false;
        }
        paidUntil += NANOS_EACH;
        return true;
    }

    private synchronized void remember(long id, Sight sight) {
        seen.remove(id);
        seen.put(id, sight);
        if (seen.size() > MOST) {
            seen.remove(seen.keySet().iterator().next());
        }
    }

    @Override
    public boolean leadsTo(String path) {
        return path.startsWith(ROOT);
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        String id = asked.path().substring(ROOT.length());
        Sight sight = ID.matcher(id).matches() ? sight(HexFormat.fromHexDigitsToLong(id)) : null;
        if (sight == null) {
            throw new RefusedException(
                    ErrorCode.NOT_FOUND,
                    "there is no sketch of this answer",
                    "use the id of one of the latest oversized requests");
        }
        ByteSink out =
                new ByteSink(sight.sketch.length() + 64).ascii("{\"id\":").string(id);
        out.ascii(",\"answer\":").raw(sight.sketch);
        if (sight.said != null) {
            out.ascii(",\"said\":").string(sight.said);
        }
        return new Reply(200, out.ascii("}").slice());
    }

    private synchronized @Nullable Sight sight(long id) {
        return seen.get(id);
    }
}
