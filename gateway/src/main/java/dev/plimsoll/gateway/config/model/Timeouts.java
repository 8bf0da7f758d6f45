package dev.plimsoll.gateway.config.model;

import java.time.Duration;

/**
 * How long a server may take.
 *
 * @param start until it has answered the first message
 * @param request for one answer; progress on the request starts it anew
 * @param stop between the end of its input and its end by force
 */
public record Timeouts(Duration start, Duration request, Duration stop) {

    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofSeconds(1));
}
