/** Outlines of texts: logs, and texts without sections. */
@NullMarked
package dev.plimsoll.shape.outline.text;

import org.jspecify.annotations.NullMarked;
