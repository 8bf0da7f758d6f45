package dev.plimsoll.gateway.config.model;

import java.time.Duration;

/**
 * What is recorded about requests.
 *
 * @param capture whether payloads are recorded too
 */
public record TelemetryConfig(Duration retention, long maxBytes, boolean capture) {}
