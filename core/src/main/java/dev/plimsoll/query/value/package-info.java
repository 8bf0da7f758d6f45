/** What a query computes with: values that are ranges of a document until something looks inside, and values built on the way. */
@NullMarked
package dev.plimsoll.query.value;

import org.jspecify.annotations.NullMarked;
