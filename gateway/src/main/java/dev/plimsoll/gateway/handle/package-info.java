/** Handles: strings in arguments that stand for values of earlier results, so that a model need not repeat those values. */
@NullMarked
package dev.plimsoll.gateway.handle;

import org.jspecify.annotations.NullMarked;
