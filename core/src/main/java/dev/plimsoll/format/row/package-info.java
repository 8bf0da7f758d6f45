/** Rows that JSON holds as arrays, with the names of their columns beside them or in the first row. */
@NullMarked
package dev.plimsoll.format.row;

import org.jspecify.annotations.NullMarked;
