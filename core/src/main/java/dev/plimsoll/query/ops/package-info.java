/** Implementations of operators and functions on values, independent of expressions. */
@NullMarked
package dev.plimsoll.query.ops;

import org.jspecify.annotations.NullMarked;
