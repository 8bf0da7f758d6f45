/**
 * Checks of a request before it is sent to the server.
 *
 * <p>{@code TierCheck} refuses what the tier of the caller does not allow, {@code RuleCheck} what no access rule allows,
 * {@code PinCheck} tools that have changed since they were approved, {@code RateLimiter} requests above a rate limit, and
 * {@code CircuitCheck} requests to a server that fails repeatedly.
 */
@NullMarked
package dev.plimsoll.gateway.proxy.check;

import org.jspecify.annotations.NullMarked;
