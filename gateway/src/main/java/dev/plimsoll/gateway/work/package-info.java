/** Threads for work that needs much processor time: answers, which callers share fairly, and indexes in the background. */
@NullMarked
package dev.plimsoll.gateway.work;

import org.jspecify.annotations.NullMarked;
