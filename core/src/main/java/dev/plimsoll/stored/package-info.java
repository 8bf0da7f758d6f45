/** Queries and programs that the configuration stores under a name, with typed parameters. */
@NullMarked
package dev.plimsoll.stored;

import org.jspecify.annotations.NullMarked;
