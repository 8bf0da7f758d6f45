/** The program: {@link dev.plimsoll.gateway.Main} takes the command line in and gives an exit code out. */
@NullMarked
package dev.plimsoll.gateway;

import org.jspecify.annotations.NullMarked;
