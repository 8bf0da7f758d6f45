/** Reads expressions: text in, nodes ready to run out, or what is wrong and where. */
@NullMarked
package dev.plimsoll.query.parse;

import org.jspecify.annotations.NullMarked;
