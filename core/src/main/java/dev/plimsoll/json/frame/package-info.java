/** Messages in a stream: lines, the outer members of a message, and texts in segments. */
@NullMarked
package dev.plimsoll.json.frame;

import org.jspecify.annotations.NullMarked;
