/**
 * Measured results, and the part of each that the model reads: without stripped members and without the part for an app.
 */
@NullMarked
package dev.plimsoll.engine.result;

import org.jspecify.annotations.NullMarked;
