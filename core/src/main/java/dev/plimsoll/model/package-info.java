/** Data of a call: its result as ranges of bytes, the document in the result, and the features of the client. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
