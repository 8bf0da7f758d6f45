/**
 * The entry point for answers: selects the form, places the blocks of the result around it, and writes {@code _meta}.
 */
@NullMarked
package dev.plimsoll.shape.result;

import org.jspecify.annotations.NullMarked;
