/** Storage of full results, from which pages are read later without running a tool again. */
@NullMarked
package dev.plimsoll.store;

import org.jspecify.annotations.NullMarked;
