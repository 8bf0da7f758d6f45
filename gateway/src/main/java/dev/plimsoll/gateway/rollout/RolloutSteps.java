package dev.plimsoll.gateway.rollout;

import java.time.Instant;

/**
 * Steps of a rollout that have begun.
 *
 * @param process kind of process: {@code serve}, or {@code run} and the server's name
 * @param glob glob of the rule that sets them; empty for all tools
 * @param steps the steps as text
 * @param at when they first began
 */
public record RolloutSteps(String process, String glob, String steps, Instant at) {

    boolean isFor(String otherProcess, String tools) {
        return process.equals(otherProcess) && glob.equals(tools);
    }
}
