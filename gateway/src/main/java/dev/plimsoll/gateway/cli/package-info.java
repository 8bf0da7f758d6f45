/** The command line: one class per command, one list of them, and what every command shares (help, version, complaints). */
@NullMarked
package dev.plimsoll.gateway.cli;

import org.jspecify.annotations.NullMarked;
