/** Connection of a command with the process that starts it: streams, exit code, usage errors, and version. */
@NullMarked
package dev.plimsoll.gateway.terminal;

import org.jspecify.annotations.NullMarked;
