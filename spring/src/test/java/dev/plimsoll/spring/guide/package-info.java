/** What the guide shows beside the example. */
@NullMarked
package dev.plimsoll.spring.guide;

import org.jspecify.annotations.NullMarked;
