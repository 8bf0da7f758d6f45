/** Tests the guarantees for users, one class each, on all samples and many random results. */
@NullMarked
package dev.plimsoll.laws;

import org.jspecify.annotations.NullMarked;
