/** Applies changed properties while the application runs. */
@NullMarked
package dev.plimsoll.spring.refresh;

import org.jspecify.annotations.NullMarked;
