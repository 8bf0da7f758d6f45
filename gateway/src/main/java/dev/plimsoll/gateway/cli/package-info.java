/**
 * Options that several commands share, and the output of errors.
 *
 * <p>The commands are in the packages below, one class each, and {@code cli.program} has the list of all commands.
 */
@NullMarked
package dev.plimsoll.gateway.cli;

import org.jspecify.annotations.NullMarked;
