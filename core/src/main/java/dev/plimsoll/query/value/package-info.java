/**
 * Values of queries: ranges of a document that are parsed on demand, and values built by the query; access to their parts,
 * order, and limits.
 */
@NullMarked
package dev.plimsoll.query.value;

import org.jspecify.annotations.NullMarked;
