/** An ordinary server whose code does not know Plimsoll. */
@NullMarked
package dev.plimsoll.spring.app;

import org.jspecify.annotations.NullMarked;
