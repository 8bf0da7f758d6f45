package dev.plimsoll.gateway.saved;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the servers of an endpoint, as one caller uses them. It is called for each request, because callers may
 * lose permissions.
 */
@FunctionalInterface
public interface SavedSources {

    /** Returns the servers. May block. */
    List<SavedSource> get();

    /** A view, and the server that its tool belongs to. */
    record Found(SavedView view, SavedSource source) {}

    /** Returns the caller's view with this name, if it is one of these servers; else null. */
    default @Nullable Found find(SavedViews views, String name) {
        if (!ViewName.isValid(name)) {
            return null;
        }
        for (SavedSource source : get()) {
            SavedView view = views.find(source.owner(), name);
            if (view != null) {
                return new Found(view, source);
            }
        }
        return null;
    }
}
