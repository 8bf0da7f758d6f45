/** Access to upstream servers that require OAuth: login, storage, renewal, and logout. */
@NullMarked
package dev.plimsoll.gateway.login;

import org.jspecify.annotations.NullMarked;
