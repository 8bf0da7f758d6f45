/** Code of the guide that is not in the example. */
@NullMarked
package dev.plimsoll.spring.guide;

import org.jspecify.annotations.NullMarked;
