/** Cuts texts into chunks at the best line ends. */
@NullMarked
package dev.plimsoll.shape.text;

import org.jspecify.annotations.NullMarked;
