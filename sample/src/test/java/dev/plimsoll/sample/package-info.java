/** The sample server as its clients see it. */
@NullMarked
package dev.plimsoll.sample;

import org.jspecify.annotations.NullMarked;
