/** Reads the properties that begin with plimsoll, and says all that is wrong with them at once. */
@NullMarked
package dev.plimsoll.spring.settings;

import org.jspecify.annotations.NullMarked;
