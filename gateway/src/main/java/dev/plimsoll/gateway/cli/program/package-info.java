/** The command line: the list of all commands, and the commands about the program itself. */
@NullMarked
package dev.plimsoll.gateway.cli.program;

import org.jspecify.annotations.NullMarked;
