/** Reads the properties that begin with plimsoll, and reports all errors at once. */
@NullMarked
package dev.plimsoll.spring.settings;

import org.jspecify.annotations.NullMarked;
