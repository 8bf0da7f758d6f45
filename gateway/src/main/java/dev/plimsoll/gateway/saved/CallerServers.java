package dev.plimsoll.gateway.saved;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the servers of an endpoint that a caller may use. It is called for each request, because permissions may
 * change.
 */
@FunctionalInterface
public interface CallerServers {

    /** Returns the servers. May block. */
    List<CallerServer> get();

    /** View with the server of its tool. */
    record ViewWithServer(SavedView view, CallerServer server) {}

    /** Returns the caller's view with this name; null if none of these servers has one. */
    default @Nullable ViewWithServer find(SavedViews views, String name) {
        if (!ViewName.isValid(name)) {
            return null;
        }
        for (CallerServer server : get()) {
            SavedView view = views.find(server.owner(), name);
            if (view != null) {
                return new ViewWithServer(view, server);
            }
        }
        return null;
    }
}
