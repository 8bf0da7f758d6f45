/** Checks what was written against the keys, and fills in secrets: all faults at once, and no value with a fault. */
@NullMarked
package dev.plimsoll.gateway.config.check;

import org.jspecify.annotations.NullMarked;
