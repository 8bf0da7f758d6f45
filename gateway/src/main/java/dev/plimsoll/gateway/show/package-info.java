/**
 * Plimsoll's own app: {@code plimsoll_show} shows a person a whole stored result, while the model reads one
 * sentence. {@code ShowEndpoint} adds its tools and its app page to an endpoint.
 */
@NullMarked
package dev.plimsoll.gateway.show;

import org.jspecify.annotations.NullMarked;
