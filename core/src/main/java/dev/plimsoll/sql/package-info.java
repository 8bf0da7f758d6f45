/** Runs SQL statements on results with the engine that a host passes in. */
@NullMarked
package dev.plimsoll.sql;

import org.jspecify.annotations.NullMarked;
