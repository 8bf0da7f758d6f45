/** A server as its author writes it, who has never heard of us. */
@NullMarked
package dev.plimsoll.spring.app;

import org.jspecify.annotations.NullMarked;
