package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thresholds for alerts, and the webhook that receives them.
 *
 * @param oversizedShare allowed share of results that exceed their budget
 * @param upstreamErrorShare allowed share of calls that their server does not answer
 * @param estimatorError allowed error of token estimates, as a share
 * @param window the time over which the values are measured
 * @param minRequests minimum number of results within {@code window} for an alert
 * @param webhook URL that receives the beginning and the end of each alert; null for none
 * @param webhookSecret key that signs the notifications; null: they are not signed
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
