/**
 * Handles: strings in arguments that stand for values of earlier results, so that a model does not have to repeat them.
 */
@NullMarked
package dev.plimsoll.gateway.handle;

import org.jspecify.annotations.NullMarked;
