/** Tests of the properties that users can set. */
@NullMarked
package dev.plimsoll.spring.settings;

import org.jspecify.annotations.NullMarked;
