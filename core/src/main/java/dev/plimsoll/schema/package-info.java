/** Rewrites of tool schemas, so that they describe the answers that clients get. No class has side effects. */
@NullMarked
package dev.plimsoll.schema;

import org.jspecify.annotations.NullMarked;
