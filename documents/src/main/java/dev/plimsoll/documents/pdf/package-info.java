/** Reads PDF files as Markdown. */
@NullMarked
package dev.plimsoll.documents.pdf;

import org.jspecify.annotations.NullMarked;
