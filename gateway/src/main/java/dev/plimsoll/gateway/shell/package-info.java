/** Completion scripts and words for shells, and the manual page. */
@NullMarked
package dev.plimsoll.gateway.shell;

import org.jspecify.annotations.NullMarked;
