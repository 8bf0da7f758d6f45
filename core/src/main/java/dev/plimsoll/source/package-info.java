/** Lists that are too long to load. Tools return them as sources, which are counted and fetched page by page. */
@NullMarked
package dev.plimsoll.source;

import org.jspecify.annotations.NullMarked;
