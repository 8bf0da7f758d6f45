/** {@code plimsoll report}: what was saved, and at what price. */
@NullMarked
package dev.plimsoll.gateway.report;

import org.jspecify.annotations.NullMarked;
