/** Engine for SQL statements on results: the H2 database, in memory, for one statement at a time. */
@NullMarked
package dev.plimsoll.sql.h2;

import org.jspecify.annotations.NullMarked;
