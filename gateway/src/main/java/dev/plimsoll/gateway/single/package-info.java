/** One server of the configuration behind an address: how it is had, and for whom. */
@NullMarked
package dev.plimsoll.gateway.single;

import org.jspecify.annotations.NullMarked;
