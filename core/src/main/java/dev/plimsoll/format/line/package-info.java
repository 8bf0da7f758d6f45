/** Data in texts whose lines have one pattern: matches of a search, and blocks of {@code key: value}. */
@NullMarked
package dev.plimsoll.format.line;

import org.jspecify.annotations.NullMarked;
