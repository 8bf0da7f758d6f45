/**
 * Reads the rows of a database table or view as a source, page by page: each page begins after the key of the row
 * before it.
 */
@NullMarked
package dev.plimsoll.source.jdbc;

import org.jspecify.annotations.NullMarked;
