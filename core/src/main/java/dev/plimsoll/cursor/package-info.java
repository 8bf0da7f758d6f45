/** Codec for cursors: encodes a position as a signed, opaque cursor of one caller, and decodes it. */
@NullMarked
package dev.plimsoll.cursor;

import org.jspecify.annotations.NullMarked;
