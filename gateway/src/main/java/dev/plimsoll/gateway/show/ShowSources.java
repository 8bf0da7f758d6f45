package dev.plimsoll.gateway.show;

import java.util.List;

/**
 * Supplies the results that one caller can show, for each server. It is called for each request, because
 * callers may lose permissions.
 */
@FunctionalInterface
public interface ShowSources {

    /** Returns the results of each server. There is at least one server. */
    List<ServerResults> get();
}
