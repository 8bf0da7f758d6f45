/** Tests of the conversion of documents. */
@NullMarked
package dev.plimsoll.documents;

import org.jspecify.annotations.NullMarked;
