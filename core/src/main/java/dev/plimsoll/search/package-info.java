/** Searches the decoded values of a document for texts, values, members, and regular expressions. */
@NullMarked
package dev.plimsoll.search;

import org.jspecify.annotations.NullMarked;
