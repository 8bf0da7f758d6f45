/** Takes changed properties up while the application runs. */
@NullMarked
package dev.plimsoll.spring.refresh;

import org.jspecify.annotations.NullMarked;
