package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Passage;
import dev.plimsoll.telemetry.Receipt;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/requests/ID}: what the answer to an oversized request looked like. The latest are remembered, by this
 * process alone; where many come at once, not all of them.
 */
public final class Sightings implements Service {

    private static final String ROOT = "/api/v1/requests/";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final int MOST = 300;
    private static final int LARGEST = 1 << 20;

    /** So many at once, and so many a second after that. */
    private static final int BURST = 100;

    private static final long NANOS_EACH = TimeUnit.MILLISECONDS.toNanos(50);

    private static final Set<Outcome> WHOLE = Set.of(Outcome.PASSED, Outcome.READ, Outcome.REFUSED, Outcome.ERROR);

    private final Semaphore working = new Semaphore(4);
    private final Map<Long, Slice> seen = new LinkedHashMap<>();
    private long paidUntil = System.nanoTime() - BURST * NANOS_EACH;

    /** Looks at that answer, in another thread. */
    public void saw(long id, Receipt receipt, Passage passage) {
        boolean whole = WHOLE.contains(receipt.outcome())
                || (receipt.outcome() == Outcome.CACHED
                        && receipt.circumstances().kept() == 0);
        boolean shaped = !whole && passage.answer().length() <= LARGEST;
        if (shaped && may() && working.tryAcquire()) {
            Thread.ofVirtual().name("plimsoll-sketch").start(() -> {
                try {
                    remember(id, Sketch.of(passage.answer().joined()));
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

    private synchronized void remember(long id, Slice sketch) {
        seen.remove(id);
        seen.put(id, Slice.of(sketch.toByteArray()));
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
        Slice sketch = ID.matcher(id).matches() ? sketch(HexFormat.fromHexDigitsToLong(id)) : null;
        if (sketch == null) {
            throw new RefusedException(
                    ErrorCode.NOT_FOUND,
                    "what this answer looked like is not remembered",
                    "ask for one of the latest oversized requests");
        }
        return new Reply(
                200,
                new ByteSink(sketch.length() + 64)
                        .ascii("{\"id\":")
                        .string(id)
                        .ascii(",\"answer\":")
                        .raw(sketch)
                        .ascii("}")
                        .slice());
    }

    private synchronized @Nullable Slice sketch(long id) {
        return seen.get(id);
    }
}
