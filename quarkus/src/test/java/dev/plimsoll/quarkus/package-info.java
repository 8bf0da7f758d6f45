/** Tests of the guard with real servers of Quarkus. */
@NullMarked
package dev.plimsoll.quarkus;

import org.jspecify.annotations.NullMarked;
