package dev.plimsoll.gateway.telemetry.store;

import java.util.List;

/**
 * What one unit, such as a session, has in one arm.
 *
 * @param names of the server and tool; none for all together
 * @param arm as records spell it
 * @param calls without readings
 * @param callTokens of their answers
 * @param followUps readings
 * @param followUpTokens of their answers
 * @param errors calls that failed
 * @param micros of calls, from request to answer
 */
public record UnitShare(
        List<String> names,
        String arm,
        long calls,
        long callTokens,
        long followUps,
        long followUpTokens,
        long errors,
        long micros) {

    public UnitShare {
        names = List.copyOf(names);
    }
}
