/** The trial run of {@code plimsoll try}: takes a payload in, guards it as the gateway would, and reports what an agent gets. */
@NullMarked
package dev.plimsoll.gateway.trial;

import org.jspecify.annotations.NullMarked;
