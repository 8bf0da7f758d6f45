/** Measures texts and images in tokens. */
@NullMarked
package dev.plimsoll.measure;

import org.jspecify.annotations.NullMarked;
