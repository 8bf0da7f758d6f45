/** What travels: a tool call, its result as ranges of bytes, and the document inside it. */
@NullMarked
package dev.plimsoll.model;

import org.jspecify.annotations.NullMarked;
