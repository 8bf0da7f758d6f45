package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.trace.TraceSpans;
import org.jspecify.annotations.Nullable;

/**
 * Resources that the endpoints of all servers share.
 *
 * @param processes limits the running processes of all servers together
 * @param fields known fields of the results of all tools
 * @param traceSpans null for no spans
 */
public record SharedResources(
        FairPool processes, ResultFields fields, @Nullable TraceSpans traceSpans) {}
