/**
 * Finds named sections of a text: sections of Markdown headings, headings and nodes of page snapshots, files, and
 * declarations of source code.
 */
@NullMarked
package dev.plimsoll.section;

import org.jspecify.annotations.NullMarked;
