/** Parser of expressions. It returns nodes, or reports an error and its place. */
@NullMarked
package dev.plimsoll.query.parse;

import org.jspecify.annotations.NullMarked;
