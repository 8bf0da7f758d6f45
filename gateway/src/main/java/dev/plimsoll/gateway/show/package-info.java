/**
 * The app of Plimsoll itself: {@code plimsoll_show} shows a person a whole stored result while the model reads one sentence. A
 * {@code ShowEndpoint} adds its tools and its page to an endpoint.
 */
@NullMarked
package dev.plimsoll.gateway.show;

import org.jspecify.annotations.NullMarked;
