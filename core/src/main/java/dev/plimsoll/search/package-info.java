/** Finds a text or a regular expression in the values of a document, escapes undone: where it stands, in document order. */
@NullMarked
package dev.plimsoll.search;

import org.jspecify.annotations.NullMarked;
