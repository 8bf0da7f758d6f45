/**
 * Saved views: queries on results of a tool that callers save under a name, read as resources, and subscribe to. {@code
 * SavedViewEndpoint} adds them to an endpoint.
 */
@NullMarked
package dev.plimsoll.gateway.saved;

import org.jspecify.annotations.NullMarked;
