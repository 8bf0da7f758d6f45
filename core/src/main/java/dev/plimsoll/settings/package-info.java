/**
 * Reads the settings of a library from a flat list of names and texts, for hosts whose configuration is such a list.
 */
@NullMarked
package dev.plimsoll.settings;

import org.jspecify.annotations.NullMarked;
