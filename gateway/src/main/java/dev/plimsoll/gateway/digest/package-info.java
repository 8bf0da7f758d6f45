/** Digests of texts and bytes. */
@NullMarked
package dev.plimsoll.gateway.digest;

import org.jspecify.annotations.NullMarked;
