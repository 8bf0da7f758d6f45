/** The commands for the user of a client: {@code wrap}, {@code unwrap}, and {@code try}. */
@NullMarked
package dev.plimsoll.gateway.cli.client;

import org.jspecify.annotations.NullMarked;
