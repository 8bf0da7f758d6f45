/**
 * Servers that are called over HTTP: Streamable HTTP of all revisions, and HTTP+SSE of 2024-11-05. One door, {@link
 * dev.plimsoll.gateway.upstream.http.HttpUpstream}; {@code Pool} and {@code Reply} alone know the library that sends.
 */
@NullMarked
package dev.plimsoll.gateway.upstream.http;

import org.jspecify.annotations.NullMarked;
