/**
 * Saved views: queries on the results of a tool, which callers save, read as resources, and subscribe to. {@code
 * SavedEndpoint} adds them to an endpoint.
 */
@NullMarked
package dev.plimsoll.gateway.saved;

import org.jspecify.annotations.NullMarked;
