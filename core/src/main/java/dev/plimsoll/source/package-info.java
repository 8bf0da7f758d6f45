/** Lists too long to be loaded, as a tool hands them over: counted, and fetched a page at a time. */
@NullMarked
package dev.plimsoll.source;

import org.jspecify.annotations.NullMarked;
