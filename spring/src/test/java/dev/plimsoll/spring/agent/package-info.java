/** Tests of guarded tools in agents of Spring AI, with scripted models. */
@NullMarked
package dev.plimsoll.spring.agent;

import org.jspecify.annotations.NullMarked;
