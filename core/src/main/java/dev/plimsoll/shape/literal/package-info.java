/** Forms whose keys a seed prescribes, styles trim and receipt, and elicitations. */
@NullMarked
package dev.plimsoll.shape.literal;

import org.jspecify.annotations.NullMarked;
