/** Sentences and suggested calls that a model reads. */
@NullMarked
package dev.plimsoll.shape.notice;

import org.jspecify.annotations.NullMarked;
