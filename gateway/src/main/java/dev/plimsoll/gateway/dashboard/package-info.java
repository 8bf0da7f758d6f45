/** The page at {@code /}, and what only that page asks for: what happens now, what is set, what an answer looked like, trying payloads. */
@NullMarked
package dev.plimsoll.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
