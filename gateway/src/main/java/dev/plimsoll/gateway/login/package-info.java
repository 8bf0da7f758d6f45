/** Access to upstream servers that want OAuth: how it is granted, kept, renewed and given back. */
@NullMarked
package dev.plimsoll.gateway.login;

import org.jspecify.annotations.NullMarked;
