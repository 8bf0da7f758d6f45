package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Programs that wait for input of modern clients, by the state that the client returns with it. Thread-safe. */
public final class ParkedPrograms {

    static final int MAX = 64;
    static final int MAX_OF_CALLER = 8;

    private final Supplier<ParkedCallIds> ids;
    private final Duration timeout;
    private final Map<String, RunningProgram> byState = new LinkedHashMap<>();
    private @Nullable ParkedCallIds created;

    /** @param ids creates the ids, which takes time, when the first program is parked */
    public ParkedPrograms(Supplier<ParkedCallIds> ids) {
        this(ids, UserConsent.TIMEOUT);
    }

    ParkedPrograms(Supplier<ParkedCallIds> ids, Duration timeout) {
        this.ids = ids;
        this.timeout = timeout;
    }

    /** Returns how long a program waits for input. */
    Duration timeout() {
        return timeout;
    }

    /** Returns the state in a request that brings input to a parked program; null if the request starts a program. */
    static @Nullable String state(Message request) {
        return ObjectEdit.textIn(request.params(), "requestState", Integer.MAX_VALUE);
    }

    /** Adds a program. Returns its state; null if too many are parked. */
    synchronized @Nullable String add(RunningProgram program) {
        long ofCaller = byState.values().stream()
                .filter(other -> other.caller().equals(program.caller()))
                .count();
        if (byState.size() >= MAX || ofCaller >= MAX_OF_CALLER) {
            return null;
        }
        if (created == null) {
            created = ids.get();
        }
        String state = created.create();
        byState.put(state, program);
        return state;
    }

    synchronized void remove(String state) {
        byState.remove(state);
    }

    /** Removes and returns the program that a request of a caller goes on with; null if there is none. */
    synchronized @Nullable RunningProgram take(String state, Message request, CallerContext caller) {
        RunningProgram program = byState.get(state);
        if (program == null || !program.isResumedBy(request, caller)) {
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
