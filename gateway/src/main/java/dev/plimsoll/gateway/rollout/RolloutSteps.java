package dev.plimsoll.gateway.rollout;

import java.time.Instant;

/**
 * Steps of a rollout that have begun.
 *
 * @param of kind of process: {@code serve}, or {@code run} and the server's name
 * @param glob glob of the rule that sets them; empty for all tools
 * @param steps the steps as text
 * @param at when they first began
 */
public record RolloutSteps(String of, String glob, String steps, Instant at) {

    boolean isFor(String otherProcess, String tools) {
        return of.equals(otherProcess) && glob.equals(tools);
    }
}
