/** Keeps the documents correct: the engine generates their examples here. */
@NullMarked
package dev.plimsoll.docs;

import org.jspecify.annotations.NullMarked;
