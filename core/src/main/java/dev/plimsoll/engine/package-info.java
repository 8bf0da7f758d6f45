/**
 * Steps from a result to an outcome: measure, classify, store, read, strip, roll out, record.
 * {@link dev.plimsoll.engine.CallEngine} connects them.
 */
@NullMarked
package dev.plimsoll.engine;

import org.jspecify.annotations.NullMarked;
