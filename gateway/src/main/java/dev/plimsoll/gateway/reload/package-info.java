/**
 * Reloads the configuration of a running program: notices changes, checks and applies them, and writes an
 * audit log.
 */
@NullMarked
package dev.plimsoll.gateway.reload;

import org.jspecify.annotations.NullMarked;
