/** Reads pages of a database table or query as a source, with keyset paging where the keys allow it. */
@NullMarked
package dev.plimsoll.source.jdbc;

import org.jspecify.annotations.NullMarked;
