/** {@code plimsoll report}: savings and their cost. */
@NullMarked
package dev.plimsoll.gateway.report;

import org.jspecify.annotations.NullMarked;
