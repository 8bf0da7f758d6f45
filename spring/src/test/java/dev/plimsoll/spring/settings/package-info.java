/** Tests of properties as users write them. */
@NullMarked
package dev.plimsoll.spring.settings;

import org.jspecify.annotations.NullMarked;
