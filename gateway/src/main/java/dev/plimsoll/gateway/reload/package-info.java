/** Puts another configuration in force while all runs: what has changed, whether it may, and a trail of it. */
@NullMarked
package dev.plimsoll.gateway.reload;

import org.jspecify.annotations.NullMarked;
