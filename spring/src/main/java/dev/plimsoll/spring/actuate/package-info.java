/** Health, metrics, and the endpoint of the guard for Spring Boot's actuator. */
@NullMarked
package dev.plimsoll.spring.actuate;

import org.jspecify.annotations.NullMarked;
