/** With what {@code serve} proves who it is: certificates and keys out of files. */
@NullMarked
package dev.plimsoll.gateway.tls;

import org.jspecify.annotations.NullMarked;
