/** Outlines of the sections of a text: headings, web pages, files, and code. */
@NullMarked
package dev.plimsoll.shape.outline.contents;

import org.jspecify.annotations.NullMarked;
