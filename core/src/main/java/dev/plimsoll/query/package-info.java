/** Exact queries of a stored document: a documented subset of jq, evaluated over its bytes within limits. */
@NullMarked
package dev.plimsoll.query;

import org.jspecify.annotations.NullMarked;
