/** Lets tools return the rows of a Spring Data repository without loading all of them. */
@NullMarked
package dev.plimsoll.spring.data;

import org.jspecify.annotations.NullMarked;
