/** Runs SQL statements on results with H2: each statement has a new database in memory. */
@NullMarked
package dev.plimsoll.sql.h2;

import org.jspecify.annotations.NullMarked;
