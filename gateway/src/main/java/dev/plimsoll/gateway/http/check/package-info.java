/**
 * Checks of HTTP requests before they reach a handler.
 *
 * <p>{@code Authenticator} identifies the caller, and is a {@code PublicPath} for its metadata. {@code OriginCheck} refuses
 * pages of other sites, and {@code RequestLimiter} counts each caller's requests. {@code TrustedProxies} finds the address
 * of a caller, and {@code PublicAddress} the URL of the gateway.
 */
@NullMarked
package dev.plimsoll.gateway.http.check;

import org.jspecify.annotations.NullMarked;
