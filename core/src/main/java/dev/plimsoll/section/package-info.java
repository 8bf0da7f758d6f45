/** Finds the sections of a text that have names: headings of Markdown, and headings and nodes of page snapshots. */
@NullMarked
package dev.plimsoll.section;

import org.jspecify.annotations.NullMarked;
