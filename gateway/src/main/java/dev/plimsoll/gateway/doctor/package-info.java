/** {@code plimsoll doctor}: looks at what a start depends on, and says what to mend. */
@NullMarked
package dev.plimsoll.gateway.doctor;

import org.jspecify.annotations.NullMarked;
