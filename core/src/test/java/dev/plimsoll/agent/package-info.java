/** Tests of the guard for agents. */
@NullMarked
package dev.plimsoll.agent;

import org.jspecify.annotations.NullMarked;
