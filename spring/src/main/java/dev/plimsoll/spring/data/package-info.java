/** Lets tools return what a Spring Data repository pages through, without loading it. */
@NullMarked
package dev.plimsoll.spring.data;

import org.jspecify.annotations.NullMarked;
