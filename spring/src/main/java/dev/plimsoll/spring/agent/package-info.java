/** Guards the tools of agents written with Spring AI. */
@NullMarked
package dev.plimsoll.spring.agent;

import org.jspecify.annotations.NullMarked;
