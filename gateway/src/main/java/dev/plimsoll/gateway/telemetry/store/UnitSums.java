package dev.plimsoll.gateway.telemetry.store;

import java.util.List;

/**
 * Sums of one unit, such as a session, in one arm.
 *
 * @param names of the server and tool; empty for one total
 * @param arm as in records
 * @param calls without follow-up reads
 * @param callTokens of their answers
 * @param followUps follow-up reads
 * @param followUpTokens of their answers
 * @param errors failed calls
 * @param micros of calls, from request to answer
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
