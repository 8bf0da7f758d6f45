/** Readers for data that servers send as text: JSON in a string, JSON Lines, CSV, TSV. They convert bytes to JSON. */
@NullMarked
package dev.plimsoll.format;

import org.jspecify.annotations.NullMarked;
