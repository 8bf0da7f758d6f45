/** Threads for work that needs much processor time. Callers take turns on them. */
@NullMarked
package dev.plimsoll.gateway.work;

import org.jspecify.annotations.NullMarked;
