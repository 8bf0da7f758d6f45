/** Styles: the forms that answers can have, one class each, and the table of all styles. */
@NullMarked
package dev.plimsoll.shape.style;

import org.jspecify.annotations.NullMarked;
