/** Checks of credentials: tokens, access tokens of an issuer, and client certificates. */
@NullMarked
package dev.plimsoll.gateway.auth.check;

import org.jspecify.annotations.NullMarked;
