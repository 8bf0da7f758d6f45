/**
 * Reads and joins the pages of a tool's results: {@code PagingScheme} knows how the tool pages, {@code
 * UpstreamPager} reads its pages with {@code InnerCalls}, and {@code PagedResult} joins them, as far as a {@code CollectPlan}
 * says.
 */
@NullMarked
package dev.plimsoll.gateway.paging;

import org.jspecify.annotations.NullMarked;
