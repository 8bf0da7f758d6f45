package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.log.Log;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects that the sessions of one endpoint share.
 *
 * @param owners returns the server and the tool behind a name that clients see; null if there is none
 */
public record SavedHost(SavedViews views, Function<String, @Nullable ToolOwner> owners, Log log) {}
