/** Tests of the guard with real servers of Micronaut. */
@NullMarked
package dev.plimsoll.micronaut;

import org.jspecify.annotations.NullMarked;
