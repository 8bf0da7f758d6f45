/** Reads a saved view again and again, and prints what changes in it, for {@code plimsoll watch}. */
@NullMarked
package dev.plimsoll.gateway.watch;

import org.jspecify.annotations.NullMarked;
