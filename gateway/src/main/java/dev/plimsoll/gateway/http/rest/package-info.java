/**
 * HTTP without MCP: calls of tools, and other services of the gateway.
 *
 * <p>{@code RestApi} finds the service of a path; a {@code LiveService} sends events. {@code ToolCallApi} calls a tool, and
 * {@code RestResponseConverter} turns its response into a {@code RestResponse}.
 */
@NullMarked
package dev.plimsoll.gateway.http.rest;

import org.jspecify.annotations.NullMarked;
