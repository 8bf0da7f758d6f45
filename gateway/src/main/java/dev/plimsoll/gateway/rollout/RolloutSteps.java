package dev.plimsoll.gateway.rollout;

import java.time.Instant;

/**
 * Steps that were put in force.
 *
 * @param of which kind of process goes by them: {@code serve}, or {@code run} and the server's name
 * @param glob of the rule that sets them; empty for all tools
 * @param steps as text
 * @param at when they were first put in force
 */
public record RolloutSteps(String of, String glob, String steps, Instant at) {

    boolean isFor(String process, String tools) {
        return of.equals(process) && glob.equals(tools);
    }
}
