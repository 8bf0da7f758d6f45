/** The functions that every query knows: by name and number of arguments, in Java or in the language itself. */
@NullMarked
package dev.plimsoll.query.library;

import org.jspecify.annotations.NullMarked;
