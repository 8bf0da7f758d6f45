/**
 * Further pages of a tool's results: an {@code UpstreamPager} finds out how a tool pages and reads its pages by {@code InnerCalls}, and a
 * {@code PagedResult} joins them.
 */
@NullMarked
package dev.plimsoll.gateway.paging;

import org.jspecify.annotations.NullMarked;
