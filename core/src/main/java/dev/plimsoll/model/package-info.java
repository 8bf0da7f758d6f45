/** Data of a call: the call, its result as ranges of bytes, and the document in the result. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
