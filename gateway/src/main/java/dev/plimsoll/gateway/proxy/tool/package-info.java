/**
 * The listing and the calls of tools.
 *
 * <p>{@code ToolsCall} decides calls, and {@code ToolsList} changes listings, in which a {@code ClientEntry} is a
 * tool as a client gets it. {@code HandleArguments} puts values of earlier results into arguments, {@code
 * DispatchCatalog} replaces all tools by one, and {@code CollectDecision} decides which calls join further pages of
 * their tool. {@code CallReuse} looks for an equal call, and {@code KnownOutcomeHandler} answers a call whose outcome
 * is already known; {@code CachingListener} shares the result of a call, and {@code InvalidatingListener} drops
 * stored results.
 */
@NullMarked
package dev.plimsoll.gateway.proxy.tool;

import org.jspecify.annotations.NullMarked;
