/** Converts HTML pages to Markdown. */
@NullMarked
package dev.plimsoll.documents.html;

import org.jspecify.annotations.NullMarked;
