package dev.plimsoll.gateway.telemetry.store;

import java.util.List;

/**
 * Sums of one rollout unit, such as a session, in one arm.
 *
 * @param names the names of the server and the tool; empty for the sums of all tools
 * @param arm the recorded name of the arm
 * @param calls number of calls, without follow-up reads
 * @param callTokens tokens of the answers to these calls
 * @param followUps number of follow-up reads
 * @param followUpTokens tokens of the answers to follow-up reads
 * @param errors number of failed calls
 * @param micros total time of the calls, from request to answer, in microseconds
 */
public record UnitSums(
        List<String> names,
        String arm,
        long calls,
        long callTokens,
        long followUps,
        long followUpTokens,
        long errors,
        long micros) {

    public UnitSums {
        names = List.copyOf(names);
    }
}
