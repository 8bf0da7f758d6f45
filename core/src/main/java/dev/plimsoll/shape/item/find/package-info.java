/** The places that a search found or a range selects, as items. */
@NullMarked
package dev.plimsoll.shape.item.find;

import org.jspecify.annotations.NullMarked;
