/** The promises that users are given, one test class each, over all samples and many random results. */
@NullMarked
package dev.plimsoll.laws;

import org.jspecify.annotations.NullMarked;
