/** Tests of the reader of documents. */
@NullMarked
package dev.plimsoll.documents;

import org.jspecify.annotations.NullMarked;
