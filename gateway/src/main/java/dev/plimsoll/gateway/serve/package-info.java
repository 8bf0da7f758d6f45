/** {@code plimsoll serve}: offers the configured servers over HTTP to many clients. */
@NullMarked
package dev.plimsoll.gateway.serve;

import org.jspecify.annotations.NullMarked;
