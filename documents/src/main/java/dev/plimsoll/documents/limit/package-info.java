/** Limits the time and memory for reading a document. */
@NullMarked
package dev.plimsoll.documents.limit;

import org.jspecify.annotations.NullMarked;
