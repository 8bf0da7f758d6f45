/** JSON values in a text: one, several in sequence, or one for each line. */
@NullMarked
package dev.plimsoll.format.json;

import org.jspecify.annotations.NullMarked;
