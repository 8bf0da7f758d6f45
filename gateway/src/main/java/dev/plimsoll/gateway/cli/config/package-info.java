/** The commands about configuration: {@code config}, {@code token}, and {@code doctor}. */
@NullMarked
package dev.plimsoll.gateway.cli.config;

import org.jspecify.annotations.NullMarked;
