/**
 * Finds the sections of a text that have names: headings of Markdown, headings and nodes of page snapshots, files, and
 * declarations of source code.
 */
@NullMarked
package dev.plimsoll.section;

import org.jspecify.annotations.NullMarked;
