/** Rewrites of tool schemas, so that they describe the answers that clients get. Has no side effects. */
@NullMarked
package dev.plimsoll.schema;

import org.jspecify.annotations.NullMarked;
