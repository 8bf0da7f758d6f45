/** What operators and functions do with values, whatever expression asks for it. */
@NullMarked
package dev.plimsoll.query.ops;

import org.jspecify.annotations.NullMarked;
