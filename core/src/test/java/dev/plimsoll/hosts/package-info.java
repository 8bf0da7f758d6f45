/** Tests listings, classified calls, resources, and prompts of the engine. */
@NullMarked
package dev.plimsoll.hosts;

import org.jspecify.annotations.NullMarked;
