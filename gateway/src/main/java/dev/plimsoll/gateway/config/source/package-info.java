/** Reads sources. Files, variables, and options become one kind of tree with positions. */
@NullMarked
package dev.plimsoll.gateway.config.source;

import org.jspecify.annotations.NullMarked;
