package dev.plimsoll.gateway.rollout;

import java.time.Instant;

/**
 * Steps of a rollout that have begun in a process.
 *
 * @param process name of the process: {@code serve}, or {@code run} and the server's name
 * @param glob pattern of the rule that configures the steps; empty for all tools
 * @param steps the configured steps as text, to notice when they change
 * @param startedAt when the first step began
 */
public record RolloutSteps(String process, String glob, String steps, Instant startedAt) {

    boolean isFor(String otherProcess, String otherGlob) {
        return process.equals(otherProcess) && glob.equals(otherGlob);
    }
}
