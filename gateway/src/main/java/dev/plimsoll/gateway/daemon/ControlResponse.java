package dev.plimsoll.gateway.daemon;

/**
 * Response of a daemon to a {@link ControlRequest}.
 *
 * @param hasSucceeded false if there was no response in time, or if the daemon cannot do what was requested
 * @param text the response, or the reason why there is none
 */
public record ControlResponse(boolean hasSucceeded, String text) {}
