package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;

/**
 * What guards a conversation.
 *
 * @param caller who the client is; cursors are bound to it
 */
public record Guard(Plimsoll engine, String caller) {}
