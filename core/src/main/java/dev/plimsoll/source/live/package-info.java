/** Sources that stay open for follow-up reads: their fetched rows, checks of their consistency, and their lifetimes. */
@NullMarked
package dev.plimsoll.source.live;

import org.jspecify.annotations.NullMarked;
