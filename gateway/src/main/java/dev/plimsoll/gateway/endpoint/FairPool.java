package dev.plimsoll.gateway.endpoint;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A limited number of units, such as sessions or bytes, that callers share. A holder within its share may take whatever is
 * free. The shares are proportional to the weights of the holders, and at most half for the weight 1. A holder above its share
 * leaves a tenth of the pool to those below theirs.
 */
public final class FairPool {

    /** The holder of units that nobody in particular uses. It has no share. */
    public static final String GATEWAY = "";

    private static final int RESERVE = 10;
    private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String key;
    private final long limit;
    private final ToIntFunction<String> weights;
    private final LongSupplier nanoTime;
    private final @Nullable Outer outer;
    private final Map<String, Long> usedByHolder = new HashMap<>();
    private long used;
    private long fullRefusals;
    private long shareRefusals;
    private long refusedNanos;
    private @Nullable BusyException lastRefusal;

    /** The pool from which an inner one takes its units, and the inner one's name there. */
    private record Outer(FairPool pool, String holder) {}

    /** Creates a pool with equal shares. */
    public FairPool(String key, long limit) {
        this(key, limit, holder -> 1);
    }

    /**
     * Creates a pool.
     *
     * @param key the configuration key that sets the limit, or the name of what is limited
     * @param weights the weight of each holder, at least 1
     */
    public FairPool(String key, long limit, ToIntFunction<String> weights) {
        this(key, limit, weights, System::nanoTime);
    }

    FairPool(String key, long limit, ToIntFunction<String> weights, LongSupplier nanoTime) {
        this(key, limit, weights, nanoTime, null);
    }

    private FairPool(
            String key, long limit, ToIntFunction<String> weights, LongSupplier nanoTime, @Nullable Outer outer) {
        this.key = key;
        this.limit = limit;
        this.weights = weights;
        this.nanoTime = nanoTime;
        this.outer = outer;
    }

    /** Returns a pool whose holders, with equal shares, together are one holder of this pool. */
    public FairPool inner(String holder) {
        return new FairPool(key, limit, each -> 1, nanoTime, new Outer(this, holder));
    }

    /**
     * Takes units for a holder. A negative number gives units back.
     *
     * @param holder who uses them: a caller, or an address
     * @throws BusyException if too few are free for this holder
     */
    public synchronized void take(String holder, long units) throws BusyException {
        if (units > 0 && used + units > limit) {
            fullRefusals++;
            throw refuse(BusyException.full(key, limit));
        }
        long usedByThis = usedByHolder.getOrDefault(holder, 0L);
        if (units > 0 && used + units > limit - limit / RESERVE && usedByThis + units > share(holder)) {
            shareRefusals++;
            throw refuse(BusyException.overShare(key, limit, usedByThis));
        }
        if (outer != null) {
            outer.pool.take(outer.holder, units);
        }
        change(holder, usedByThis + units);
        used += units;
    }

    /** Gives units back. */
    public synchronized void release(String holder, long units) {
        change(holder, usedByHolder.getOrDefault(holder, 0L) - units);
        used -= units;
        if (outer != null) {
            outer.pool.release(outer.holder, units);
        }
    }

    private void change(String holder, long units) {
        if (units > 0) {
            usedByHolder.put(holder, units);
        } else {
            usedByHolder.remove(holder);
        }
    }

    private long share(String holder) {
        if (holder.equals(GATEWAY)) {
            return limit;
        }
        int weight = weights.applyAsInt(holder);
        long sum = usedByHolder.containsKey(holder) ? 0 : weight;
        for (String each : usedByHolder.keySet()) {
            sum += each.equals(GATEWAY) ? 1 : weights.applyAsInt(each);
        }
        return (long) ((double) limit * weight / Math.max(weight + 1L, sum));
    }

    private BusyException refuse(BusyException refusal) {
        refusedNanos = nanoTime.getAsLong();
        lastRefusal = refusal;
        return refusal;
    }

    /** Returns the number of units in use. */
    public synchronized long used() {
        return used;
    }

    /** Returns the current usage. */
    public synchronized PoolUsage usage() {
        return new PoolUsage(key, limit, used, usedByHolder.size(), fullRefusals, shareRefusals, recentReason());
    }

    private @Nullable String recentReason() {
        BusyException refusal = lastRefusal;
        return refusal != null && nanoTime.getAsLong() - refusedNanos < REPORT_NANOS ? refusal.publicReason() : null;
    }
}
