package dev.plimsoll.shape;

import dev.plimsoll.shape.draft.PagePosition;
import org.jspecify.annotations.Nullable;

/**
 * The range of items on a page, and their total number.
 *
 * @param first number of the first item, from 1
 * @param last number of the last item
 * @param total number of all items
 * @param page number of the page, from 1
 * @param next start of the next page; null on the last page
 * @param previous start of the page before; null on the first page
 */
public record PageExtent(
        long first,
        long last,
        long total,
        int page,
        @Nullable PagePosition next,
        @Nullable PagePosition previous) {}
