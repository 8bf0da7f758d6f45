/** Completion scripts for shells, quoted words for command lines, and the manual page. */
@NullMarked
package dev.plimsoll.gateway.shell;

import org.jspecify.annotations.NullMarked;
