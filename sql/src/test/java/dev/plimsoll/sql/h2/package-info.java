/** Tests of SQL on results. */
@NullMarked
package dev.plimsoll.sql.h2;

import org.jspecify.annotations.NullMarked;
