/** Turns a place to read on from into a sealed, opaque cursor, and a cursor of the same caller back into its place. */
@NullMarked
package dev.plimsoll.cursor;

import org.jspecify.annotations.NullMarked;
