/** Tables, rows, and limits of SQL statements on results, and the interface of the engine that a host passes in. */
@NullMarked
package dev.plimsoll.sql;

import org.jspecify.annotations.NullMarked;
