/** Texts in queries: formats, dates, and regular expressions. */
@NullMarked
package dev.plimsoll.query.text;

import org.jspecify.annotations.NullMarked;
