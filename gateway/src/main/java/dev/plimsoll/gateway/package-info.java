/** Entry point of the gateway: {@link dev.plimsoll.gateway.Main} takes the command line and returns an exit code. */
@NullMarked
package dev.plimsoll.gateway;

import org.jspecify.annotations.NullMarked;
