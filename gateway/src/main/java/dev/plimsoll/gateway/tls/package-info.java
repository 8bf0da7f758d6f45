/** TLS certificates and keys of {@code serve}, read from files. */
@NullMarked
package dev.plimsoll.gateway.tls;

import org.jspecify.annotations.NullMarked;
