/** Says what a text is by how it looks: a table, a log, code, Markdown, prose. Bytes in, a kind out. */
@NullMarked
package dev.plimsoll.texttype;

import org.jspecify.annotations.NullMarked;
