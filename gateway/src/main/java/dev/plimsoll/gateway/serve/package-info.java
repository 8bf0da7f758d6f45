/** {@code plimsoll serve}: many clients over HTTP, the servers of the configuration. */
@NullMarked
package dev.plimsoll.gateway.serve;

import org.jspecify.annotations.NullMarked;
