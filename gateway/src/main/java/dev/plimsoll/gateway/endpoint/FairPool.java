package dev.plimsoll.gateway.endpoint;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A limited number of units, such as sessions or bytes, that callers share. The share of a holder is proportional
 * to its weight; a single holder of weight 1 has half of the pool as its share. A holder may exceed its share, but
 * only while a tenth of the pool stays free: this tenth is reserved for holders within their share.
 */
public final class FairPool {

    /** Holder of units that the gateway uses for no particular caller. It may always take all free units. */
    public static final String GATEWAY = "";

    /** The limit divided by this number is reserved for holders within their share. */
    private static final int RESERVE_DIVISOR = 10;

    /** Time for which the usage shows the reason of the last refusal. */
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
    private long lastRefusalNanos;
    private @Nullable BusyException lastRefusal;

    /** The pool from which an inner pool takes its units, and the inner pool's holder name there. */
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

    /** Creates a pool that takes its units from this pool, as one holder. Its own holders have equal shares. */
    public FairPool createInner(String holder) {
        return new FairPool(key, limit, innerHolder -> 1, nanoTime, new Outer(this, holder));
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
            throw recordRefusal(BusyException.forFullPool(key, limit));
        }
        long holderUnits = usedByHolder.getOrDefault(holder, 0L);
        if (units > 0 && used + units > limit - limit / RESERVE_DIVISOR && holderUnits + units > shareOf(holder)) {
            shareRefusals++;
            throw recordRefusal(BusyException.forHolderOverShare(key, limit, holderUnits));
        }
        if (outer != null) {
            outer.pool.take(outer.holder, units);
        }
        setUsed(holder, holderUnits + units);
        used += units;
    }

    /** Gives units back. */
    public synchronized void release(String holder, long units) {
        setUsed(holder, usedByHolder.getOrDefault(holder, 0L) - units);
        used -= units;
        if (outer != null) {
            outer.pool.release(outer.holder, units);
        }
    }

    private void setUsed(String holder, long units) {
        if (units > 0) {
            usedByHolder.put(holder, units);
        } else {
            usedByHolder.remove(holder);
        }
    }

    private long shareOf(String holder) {
        if (holder.equals(GATEWAY)) {
            return limit;
        }
        int weight = weights.applyAsInt(holder);
        long totalWeight = usedByHolder.containsKey(holder) ? 0 : weight;
        for (String otherHolder : usedByHolder.keySet()) {
            totalWeight += otherHolder.equals(GATEWAY) ? 1 : weights.applyAsInt(otherHolder);
        }
        return (long) ((double) limit * weight / Math.max(weight + 1L, totalWeight));
    }

    private BusyException recordRefusal(BusyException refusal) {
        lastRefusalNanos = nanoTime.getAsLong();
        lastRefusal = refusal;
        return refusal;
    }

    /** Returns the number of units in use. */
    public synchronized long used() {
        return used;
    }

    /** Returns the current usage. */
    public synchronized PoolUsage usage() {
        return new PoolUsage(key, limit, used, usedByHolder.size(), fullRefusals, shareRefusals, recentRefusalReason());
    }

    private @Nullable String recentRefusalReason() {
        BusyException refusal = lastRefusal;
        return refusal != null && nanoTime.getAsLong() - lastRefusalNanos < REPORT_NANOS
                ? refusal.publicReason()
                : null;
    }
}
