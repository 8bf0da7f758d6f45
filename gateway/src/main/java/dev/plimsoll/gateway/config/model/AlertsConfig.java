package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thresholds for alerts, and the webhook that receives them.
 *
 * @param oversizedShare allowed share of results that are too large to be answered whole
 * @param upstreamErrorShare allowed share of calls that their server does not answer
 * @param estimatorError allowed error of token estimates, as a share
 * @param window the time over which the values are measured
 * @param minRequests with fewer results in that time, there is no alert
 * @param webhook is called when an alert begins or ends; null for none
 * @param webhookSecret signs the notifications; null: they are not signed
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
