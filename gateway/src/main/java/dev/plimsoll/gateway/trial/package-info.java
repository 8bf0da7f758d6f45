/**
 * {@code plimsoll try}: reads a payload, guards it like the gateway, and reports the answers that an agent
 * would get.
 */
@NullMarked
package dev.plimsoll.gateway.trial;

import org.jspecify.annotations.NullMarked;
