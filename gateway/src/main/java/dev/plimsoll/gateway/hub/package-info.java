/** Several servers seen as one: their names, listings and answers at one address, each contained when it fails. */
@NullMarked
package dev.plimsoll.gateway.hub;

import org.jspecify.annotations.NullMarked;
