/** Search for a text or a regular expression in the decoded values of a document, in document order. */
@NullMarked
package dev.plimsoll.search;

import org.jspecify.annotations.NullMarked;
