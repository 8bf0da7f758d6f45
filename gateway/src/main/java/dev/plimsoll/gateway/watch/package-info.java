/** Reads a saved view regularly and prints its changes, for {@code plimsoll watch}. */
@NullMarked
package dev.plimsoll.gateway.watch;

import org.jspecify.annotations.NullMarked;
