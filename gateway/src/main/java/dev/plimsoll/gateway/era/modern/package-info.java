/** Translation for modern clients of a legacy server. */
@NullMarked
package dev.plimsoll.gateway.era.modern;

import org.jspecify.annotations.NullMarked;
