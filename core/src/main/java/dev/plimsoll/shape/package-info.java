/** Makes an answer that fits a budget from a kept result, by slicing its bytes. Pure: same input, same bytes. */
@NullMarked
package dev.plimsoll.shape;

import org.jspecify.annotations.NullMarked;
