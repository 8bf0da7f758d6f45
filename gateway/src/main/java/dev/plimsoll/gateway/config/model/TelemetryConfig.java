package dev.plimsoll.gateway.config.model;

import java.time.Duration;

/**
 * Settings for recording requests.
 *
 * @param isCaptureEnabled whether the dashboard can show the latest shaped answers, which are held in memory only
 */
public record TelemetryConfig(Duration retention, long maxBytes, boolean isCaptureEnabled) {}
