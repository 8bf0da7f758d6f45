/** Rules in CEL that decide which calls of tools, prompts, and resources a caller may make. */
@NullMarked
package dev.plimsoll.gateway.access;

import org.jspecify.annotations.NullMarked;
