/** Reads documents that are no text, such as PDF files, as text or JSON. Hosts implement {@link dev.plimsoll.document.DocumentReader}. */
@NullMarked
package dev.plimsoll.document;

import org.jspecify.annotations.NullMarked;
