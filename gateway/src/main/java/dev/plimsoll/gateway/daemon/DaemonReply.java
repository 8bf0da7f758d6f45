package dev.plimsoll.gateway.daemon;

/**
 * Reply of a daemon to a question.
 *
 * @param isResponding false if there was no reply in time
 * @param text the reply, or why there is none
 */
public record DaemonReply(boolean isResponding, String text) {}
