/** The record of each call: its receipt, its answer, and errors. */
@NullMarked
package dev.plimsoll.engine.record;

import org.jspecify.annotations.NullMarked;
