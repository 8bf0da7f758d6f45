/** Reads PDF files, HTML pages, and spreadsheets as Markdown or JSON, within limits of time and memory. */
@NullMarked
package dev.plimsoll.documents;

import org.jspecify.annotations.NullMarked;
