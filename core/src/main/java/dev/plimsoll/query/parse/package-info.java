/** Parser of expressions. It returns nodes, or reports an error with its position. */
@NullMarked
package dev.plimsoll.query.parse;

import org.jspecify.annotations.NullMarked;
