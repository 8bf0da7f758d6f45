/** Keeps the full results that answers were cut from, so that later pages read them and never run a tool again. */
@NullMarked
package dev.plimsoll.store;

import org.jspecify.annotations.NullMarked;
