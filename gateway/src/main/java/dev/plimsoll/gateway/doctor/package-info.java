/** {@code plimsoll doctor}: checks what a start depends on, and says what to fix. */
@NullMarked
package dev.plimsoll.gateway.doctor;

import org.jspecify.annotations.NullMarked;
