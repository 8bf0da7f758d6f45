package dev.plimsoll.gateway.daemon;

/**
 * Reply of a daemon to a question.
 *
 * @param hasSucceeded false if there was no reply in time, or if the daemon cannot do this
 * @param text the reply, or why there is none
 */
public record DaemonReply(boolean hasSucceeded, String text) {}
