/** How often something is done: counted, never delayed. */
@NullMarked
package dev.plimsoll.rate;

import org.jspecify.annotations.NullMarked;
