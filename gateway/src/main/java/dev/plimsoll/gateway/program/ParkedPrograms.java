package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.program.call.ClientInput;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Programs that wait for input from modern clients. The client sends the request state of its program with the
 * input. Thread-safe.
 */
public final class ParkedPrograms {

    static final int MAX_PARKED = 64;
    static final int MAX_PARKED_BY_CALLER = 8;

    private final Supplier<ParkedCallIds> idsFactory;
    private final Duration timeout;
    private final Map<String, RunningProgram> byState = new LinkedHashMap<>();
    private @Nullable ParkedCallIds parkedCallIds;

    /**
     * @param idsFactory creates the generator of request states; this takes time, so it is called when the
     *     first program is parked
     */
    public ParkedPrograms(Supplier<ParkedCallIds> idsFactory) {
        this(idsFactory, ClientInput.TIMEOUT);
    }

    ParkedPrograms(Supplier<ParkedCallIds> idsFactory, Duration timeout) {
        this.idsFactory = idsFactory;
        this.timeout = timeout;
    }

    /** Returns how long a program waits for input. */
    Duration timeout() {
        return timeout;
    }

    /**
     * Returns the request state of a request with input for a parked program; null if the request starts a new program.
     */
    static @Nullable String findState(Message request) {
        return ObjectEdit.shortText(request.param("requestState"), Integer.MAX_VALUE);
    }

    /** Adds a program. Returns its request state; null if too many programs are parked. */
    synchronized @Nullable String add(RunningProgram program) {
        long parkedByCaller = byState.values().stream()
                .filter(other -> other.caller().equals(program.caller()))
                .count();
        if (byState.size() >= MAX_PARKED || parkedByCaller >= MAX_PARKED_BY_CALLER) {
            return null;
        }
        if (parkedCallIds == null) {
            parkedCallIds = idsFactory.get();
        }
        String state = parkedCallIds.create();
        byState.put(state, program);
        return state;
    }

    synchronized void remove(String state) {
        byState.remove(state);
    }

    /**
     * Removes and returns the program that a request continues; null if there is none, or the request does
     * not match it.
     */
    synchronized @Nullable RunningProgram take(String state, Message request, CallerContext caller) {
        RunningProgram program = byState.get(state);
        if (program == null || !program.canBeResumedBy(request, caller)) {
            return null;
        }
        byState.remove(state);
        return program;
    }

    /** Returns the programs that are parked now. */
    synchronized List<RunningProgram> all() {
        return List.copyOf(byState.values());
    }
}
