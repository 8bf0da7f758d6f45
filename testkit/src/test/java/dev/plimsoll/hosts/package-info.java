/** What a host gets from the engine beside results: listings, sorted calls, resources and prompts. */
@NullMarked
package dev.plimsoll.hosts;

import org.jspecify.annotations.NullMarked;
