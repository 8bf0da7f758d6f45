/** Translation for legacy clients of a modern server. */
@NullMarked
package dev.plimsoll.gateway.era.legacy;

import org.jspecify.annotations.NullMarked;
