package dev.plimsoll.gateway.telemetry.store;

import java.util.List;

/**
 * Sums of one unit, such as a session, in one arm.
 *
 * @param names of the server and tool; empty for one total
 * @param arm as in records
 * @param calls number of calls, without follow-up reads
 * @param callTokens tokens of the answers to these calls
 * @param followUps number of follow-up reads
 * @param followUpTokens tokens of the answers to follow-up reads
 * @param errors failed calls
 * @param micros time of these calls, from request to answer
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
