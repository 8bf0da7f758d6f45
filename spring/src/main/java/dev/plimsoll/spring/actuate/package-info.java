/** Tells Spring Boot's actuator how the guard is. */
@NullMarked
package dev.plimsoll.spring.actuate;

import org.jspecify.annotations.NullMarked;
