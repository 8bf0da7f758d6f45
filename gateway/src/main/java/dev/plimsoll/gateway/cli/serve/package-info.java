/** The commands that serve clients over HTTP: {@code serve} and {@code demo}. */
@NullMarked
package dev.plimsoll.gateway.cli.serve;

import org.jspecify.annotations.NullMarked;
