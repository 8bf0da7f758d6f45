/** Python literals in a text, as {@code repr} and {@code str} write them. Nothing is evaluated. */
@NullMarked
package dev.plimsoll.format.python;

import org.jspecify.annotations.NullMarked;
