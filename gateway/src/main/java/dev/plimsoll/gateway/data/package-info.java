/** The gateway's engine, with its store, its keys, and the libraries that are loaded on demand. */
@NullMarked
package dev.plimsoll.gateway.data;

import org.jspecify.annotations.NullMarked;
