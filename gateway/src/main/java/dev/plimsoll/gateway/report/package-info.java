/**
 * {@code plimsoll report}: saved tokens and what they cost, the comparison of rollout arms, and the replay of
 * policies.
 */
@NullMarked
package dev.plimsoll.gateway.report;

import org.jspecify.annotations.NullMarked;
