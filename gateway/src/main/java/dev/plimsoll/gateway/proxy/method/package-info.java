/**
 * The table of methods, {@code MethodHandlers}, and the handlers of all methods that do not concern tools or tasks.
 *
 * <p>The handlers are {@code InitializeHandler}, {@code ResourcesRead}, {@code ResourceSubscriptions}, {@code PromptsGet},
 * {@code FilteredList} and {@code ResourceListHandler} for listings, and {@code Completions}, which uses
 * {@code TemplateCompletions}. {@code TimedRequest} handles results of requests that are not tool calls.
 */
@NullMarked
package dev.plimsoll.gateway.proxy.method;

import org.jspecify.annotations.NullMarked;
