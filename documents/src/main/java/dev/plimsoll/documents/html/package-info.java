/** Reads HTML pages as Markdown. */
@NullMarked
package dev.plimsoll.documents.html;

import org.jspecify.annotations.NullMarked;
