/** TOON in a text: objects by indentation, tables and lists that begin with their number of items. */
@NullMarked
package dev.plimsoll.format.toon;

import org.jspecify.annotations.NullMarked;
