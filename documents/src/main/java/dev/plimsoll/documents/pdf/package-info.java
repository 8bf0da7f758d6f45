/** Converts PDF files to Markdown. */
@NullMarked
package dev.plimsoll.documents.pdf;

import org.jspecify.annotations.NullMarked;
