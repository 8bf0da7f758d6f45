@NullMarked
package dev.plimsoll.settings;

import org.jspecify.annotations.NullMarked;
