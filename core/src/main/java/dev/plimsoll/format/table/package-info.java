/** Tables in a text. Their rows become records. */
@NullMarked
package dev.plimsoll.format.table;

import org.jspecify.annotations.NullMarked;
