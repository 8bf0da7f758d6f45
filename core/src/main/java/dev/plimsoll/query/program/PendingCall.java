package dev.plimsoll.query.program;

import java.util.Set;

/**
 * Call that a program waits for.
 *
 * @param call the call
 * @param sources servers whose tools the program called before
 */
public record PendingCall(ProgramCall call, Set<String> sources) {

    public PendingCall {
        sources = Set.copyOf(sources);
    }
}
