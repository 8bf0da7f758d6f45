/** {@code plimsoll serve}: the configured servers over HTTP for many clients. */
@NullMarked
package dev.plimsoll.gateway.serve;

import org.jspecify.annotations.NullMarked;
