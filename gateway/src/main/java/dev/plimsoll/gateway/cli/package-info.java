/**
 * Parts of all commands: input and output, exit codes, errors, and options.
 *
 * <p>{@code Terminal} has the streams; {@code PipeTolerantOutputStream} ignores a closed pipe. {@code UsageErrorPrinter}
 * prints errors, such as a {@code UsageException}. The commands are in the packages below, one class each, and
 * {@code cli.program} has the list of all commands.
 */
@NullMarked
package dev.plimsoll.gateway.cli;

import org.jspecify.annotations.NullMarked;
