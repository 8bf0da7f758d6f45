/** Policies that are rolled out bit by bit, and taken back at once: laid over what the configuration says. */
@NullMarked
package dev.plimsoll.gateway.rollout;

import org.jspecify.annotations.NullMarked;
