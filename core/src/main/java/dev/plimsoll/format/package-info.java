/** Reads data that servers send as text: JSON in a string, JSON Lines, CSV, TSV. Bytes in, JSON out. */
@NullMarked
package dev.plimsoll.format;

import org.jspecify.annotations.NullMarked;
