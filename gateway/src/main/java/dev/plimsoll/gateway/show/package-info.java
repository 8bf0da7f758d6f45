/**
 * App of Plimsoll: {@code plimsoll_show} shows a whole stored result to a person, while the model reads one sentence.
 * {@code ShowEndpoint} adds its tools and its app page to an endpoint.
 */
@NullMarked
package dev.plimsoll.gateway.show;

import org.jspecify.annotations.NullMarked;
