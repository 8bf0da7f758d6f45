package dev.plimsoll.shape.style;

import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.page.PageFrame;

/**
 * A list that can be paged.
 *
 * @param frame the standard frame for its pages
 */
public record FramedItems(ItemSequence items, PageFrame frame) {}
