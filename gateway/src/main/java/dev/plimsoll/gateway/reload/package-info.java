/** Reloads the configuration of a running program: changes, checks, and an audit log. */
@NullMarked
package dev.plimsoll.gateway.reload;

import org.jspecify.annotations.NullMarked;
