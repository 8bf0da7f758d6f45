package dev.plimsoll.gateway.data;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server of the result that a cursor reads. It tries all servers, because the name of a caller contains the
 * identity of the server, and so differs for each server.
 */
record ResultOrigins(Identities identities, List<ServerConfig> servers) {

    /**
     * Returns the result that a cursor of the caller reads; null if the result is from none of these servers.
     *
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it
     */
    HandleReplacer.@Nullable Target find(CallerContext context, String cursor) {
        String subject = context.caller().substring(0, context.caller().lastIndexOf('@') + 1);
        for (ServerConfig server : servers) {
            ToolCall call = ToolCall.of(server.name(), "", subject + identities.of(server))
                    .withSettings(context.settings());
            String origin = context.engine().findServer(call, cursor);
            if (origin != null) {
                // origin is the name that the server had when the result was stored: the name of another server with
                // the same identity, or an old name of this server
                boolean isKnown =
                        servers.stream().anyMatch(other -> other.name().equals(origin));
                return new HandleReplacer.Target(
                        isKnown ? origin : server.name(), context.engine().document(call, cursor));
            }
        }
        return null;
    }
}
