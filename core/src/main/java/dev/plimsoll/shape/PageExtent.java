package dev.plimsoll.shape;

import org.jspecify.annotations.Nullable;

/**
 * What a page of items shows, out of how many.
 *
 * @param first number of its first item, from 1
 * @param last number of its last item
 * @param page its own number, from 1
 * @param next where the next page begins; null on the last
 * @param previous where the page before begins; null on the first
 */
record PageExtent(
        long first,
        long last,
        long total,
        int page,
        @Nullable PagePosition next,
        @Nullable PagePosition previous) {}
