/** Tests what an application gets from the engine besides results: listings, classified calls, resources, and prompts. */
@NullMarked
package dev.plimsoll.hosts;

import org.jspecify.annotations.NullMarked;
