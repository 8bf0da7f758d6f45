package dev.plimsoll.gateway.cache;

import dev.plimsoll.Recall.Fresh;
import dev.plimsoll.cache.CacheKey;
import dev.plimsoll.cache.Form;
import dev.plimsoll.cache.Held;
import dev.plimsoll.gateway.cache.Landing.Landed;
import dev.plimsoll.gateway.cache.Landing.Lost;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call whose result is stored, and may be waited for. It ends once, in one of three ways. */
public final class Run {

    private final ResponseCache cache;
    private final CacheKey key;
    private final Duration ttl;
    private final long mark;
    private final @Nullable Flight flight;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean personal;

    /** @param flight null: nobody can wait for this one */
    Run(ResponseCache cache, CacheKey key, Duration ttl, long mark, @Nullable Flight flight) {
        this.cache = cache;
        this.key = key;
        this.ttl = ttl;
        this.mark = mark;
        this.flight = flight;
    }

    /** How long its result may be served. */
    public Duration ttl() {
        return ttl;
    }

    public boolean isOver() {
        return over.get();
    }

    /** Its server asks its client something: what comes then is for nobody else. */
    public void personal() {
        personal = true;
    }

    /**
     * The tool has answered.
     *
     * @param raw as it did
     * @param form of its result, and how long it took
     */
    public void answered(Fresh fresh, Slice raw, Form form, long millis) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        Held held = fresh.held();
        boolean stored = held != null && !personal && cache.store(key, held, mark);
        if (held != null && !stored) {
            cache.release(held);
        }
        boolean shared = fresh.sound() && !personal;
        end(shared ? new Landed(stored ? held : null, raw, form, millis) : new Lost(false));
    }

    /** There is no result, or none that anybody else could have. */
    public void failed() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(false));
        }
    }

    /** Its client does not want it any more. */
    public void cancelled() {
        if (over.compareAndSet(false, true)) {
            end(new Lost(true));
        }
    }

    private void end(Landing how) {
        if (flight != null) {
            cache.landed(key, flight);
            flight.ends(how);
        }
    }
}
