/**
 * Counts tokens: estimators from byte classes, and the exact o200k counter. Long texts are counted in parallel if the
 * host provides a runner.
 */
@NullMarked
package dev.plimsoll.tokens;

import org.jspecify.annotations.NullMarked;
