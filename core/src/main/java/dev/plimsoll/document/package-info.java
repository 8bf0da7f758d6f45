/** Converts documents that are not text, such as PDF files, to Markdown or JSON. Hosts implement {@link dev.plimsoll.document.DocumentReader}. */
@NullMarked
package dev.plimsoll.document;

import org.jspecify.annotations.NullMarked;
