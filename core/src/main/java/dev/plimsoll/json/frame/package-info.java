/** Messages in a stream: lines, and texts in segments. */
@NullMarked
package dev.plimsoll.json.frame;

import org.jspecify.annotations.NullMarked;
