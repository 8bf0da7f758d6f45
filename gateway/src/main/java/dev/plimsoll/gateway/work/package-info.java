/** Threads for work that needs much processor time, which callers share fairly. */
@NullMarked
package dev.plimsoll.gateway.work;

import org.jspecify.annotations.NullMarked;
