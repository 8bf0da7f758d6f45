/** Logins of people at upstream servers that require OAuth, and the storage and use of their tokens. */
@NullMarked
package dev.plimsoll.gateway.login;

import org.jspecify.annotations.NullMarked;
