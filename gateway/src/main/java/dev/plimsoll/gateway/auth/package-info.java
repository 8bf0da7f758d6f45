/** Who calls, and what they may do. */
@NullMarked
package dev.plimsoll.gateway.auth;

import org.jspecify.annotations.NullMarked;
