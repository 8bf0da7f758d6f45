/** Reads spreadsheets (xlsx, ods) as records. */
@NullMarked
package dev.plimsoll.documents.sheet;

import org.jspecify.annotations.NullMarked;
