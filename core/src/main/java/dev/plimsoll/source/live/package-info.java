/** Open sources of pages between follow-up reads: fetched rows, inconsistencies, and lifetimes. */
@NullMarked
package dev.plimsoll.source.live;

import org.jspecify.annotations.NullMarked;
