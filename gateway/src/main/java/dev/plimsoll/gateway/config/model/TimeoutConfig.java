package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a server may take.
 *
 * @param start until it has answered the first message
 * @param request for one answer; progress on the request starts it anew; null: as long as the client waits
 * @param stop between the end of its input and its end by force
 */
public record TimeoutConfig(Duration start, @Nullable Duration request, Duration stop) {

    public static final TimeoutConfig DEFAULT = new TimeoutConfig(Duration.ofSeconds(60), null, Duration.ofSeconds(1));
}
