package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Time limits for a server.
 *
 * @param start time limit for the first response
 * @param request time limit for one response, restarted by progress notifications; null: as long as the client waits
 * @param stop time between closing the server's input and killing the server
 */
public record TimeoutConfig(Duration start, @Nullable Duration request, Duration stop) {

    public static final TimeoutConfig DEFAULT = new TimeoutConfig(Duration.ofSeconds(60), null, Duration.ofSeconds(1));
}
