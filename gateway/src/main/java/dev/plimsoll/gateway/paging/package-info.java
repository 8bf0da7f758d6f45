/**
 * Further pages of a tool's results: a {@code PagingScheme} says how the tool pages, an {@code UpstreamPager} reads its pages by
 * {@code InnerCalls}, and a {@code PagedResult} joins them.
 */
@NullMarked
package dev.plimsoll.gateway.paging;

import org.jspecify.annotations.NullMarked;
