/**
 * Connections to servers over HTTP: Streamable HTTP of all revisions, and HTTP+SSE of 2024-11-05. The entry point is
 * {@link dev.plimsoll.gateway.upstream.http.HttpUpstream}.
 */
@NullMarked
package dev.plimsoll.gateway.upstream.http;

import org.jspecify.annotations.NullMarked;
