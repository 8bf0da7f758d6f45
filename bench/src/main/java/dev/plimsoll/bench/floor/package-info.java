/** Floors with which the engine is compared: the same work in handwritten code over bytes, and with a JSON tree. */
@NullMarked
package dev.plimsoll.bench.floor;

import org.jspecify.annotations.NullMarked;
