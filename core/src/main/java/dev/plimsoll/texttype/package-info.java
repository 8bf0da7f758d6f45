/** Detects the type of a text by its form: a table, a log, code, Markdown, prose. */
@NullMarked
package dev.plimsoll.texttype;

import org.jspecify.annotations.NullMarked;
