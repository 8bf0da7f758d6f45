/** Identifies callers and their tiers. */
@NullMarked
package dev.plimsoll.gateway.auth;

import org.jspecify.annotations.NullMarked;
