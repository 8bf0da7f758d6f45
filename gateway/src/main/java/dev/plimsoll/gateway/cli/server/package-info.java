/** The commands about upstream servers: {@code server}, {@code login}, and {@code logout}. */
@NullMarked
package dev.plimsoll.gateway.cli.server;

import org.jspecify.annotations.NullMarked;
