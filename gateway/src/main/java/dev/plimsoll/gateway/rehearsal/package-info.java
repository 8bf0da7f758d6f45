/** Runs once per machine for the launcher, so that the AOT caches contain the classes and the busy methods. */
@NullMarked
package dev.plimsoll.gateway.rehearsal;

import org.jspecify.annotations.NullMarked;
