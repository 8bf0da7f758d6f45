package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When something is not as it should be, and who is told.
 *
 * @param oversizedShare of results that may be too large to be answered whole
 * @param upstreamErrorShare of calls that their server may leave without an answer
 * @param estimatorError how far estimates of tokens may be off, as a share
 * @param window the time that all is measured over
 * @param minRequests fewer results in that time say nothing
 * @param webhook is told of beginnings and ends; null: nobody is
 * @param webhookSecret what notices are signed with; null: they are not
 */
public record AlertsConfig(
        double oversizedShare,
        double upstreamErrorShare,
        double estimatorError,
        Duration window,
        int minRequests,
        @Nullable SecretValue webhook,
        @Nullable SecretValue webhookSecret) {

    public static final AlertsConfig DEFAULT = new AlertsConfig(.05, .1, .2, Duration.ofMinutes(5), 20, null, null);
}
