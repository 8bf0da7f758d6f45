package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.log.Log;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects that all sessions of an endpoint use for saved views.
 *
 * @param owners finds the server of a tool, and the tool's name at that server, by the name that clients see; null if
 *     the tool is not known
 */
public record SavedViewHost(SavedViews views, Function<String, @Nullable ToolOwner> owners, Log log) {}
