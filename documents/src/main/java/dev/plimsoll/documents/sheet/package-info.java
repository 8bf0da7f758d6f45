/** Converts spreadsheets (xlsx, ods) to records. */
@NullMarked
package dev.plimsoll.documents.sheet;

import org.jspecify.annotations.NullMarked;
