/** Answers questions about a kept document exactly: a documented part of jq, evaluated over its bytes within limits. */
@NullMarked
package dev.plimsoll.query;

import org.jspecify.annotations.NullMarked;
