/** What shells and readers of manuals want of the command line: completion scripts and a manual page. */
@NullMarked
package dev.plimsoll.gateway.shell;

import org.jspecify.annotations.NullMarked;
