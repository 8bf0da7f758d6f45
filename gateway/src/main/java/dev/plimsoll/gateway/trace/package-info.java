/** Joins what a client, Plimsoll and a server do to one trace: by passing its context on, and by spans of our own where they are wanted. */
@NullMarked
package dev.plimsoll.gateway.trace;

import org.jspecify.annotations.NullMarked;
