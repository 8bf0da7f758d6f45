/** HTTP requests and responses over pooled connections. Only this package uses the HTTP library. */
@NullMarked
package dev.plimsoll.gateway.upstream.http.pool;

import org.jspecify.annotations.NullMarked;
