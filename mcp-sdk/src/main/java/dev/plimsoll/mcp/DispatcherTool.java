package dev.plimsoll.mcp;

import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.catalog.CatalogTool;
import dev.plimsoll.catalog.DispatchDecision;
import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.schema.ListedTool;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Guard of a dispatcher, which is a tool that describes and calls other tools of the server. The other tools guard
 * their own results. The dispatcher guards only the descriptions of tools.
 */
final class DispatcherTool implements RequestGuard<CallToolRequest, CallToolResult> {

    private final GuardContext guardContext;
    private final Dispatcher dispatcher;
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final JsonSchemaValidator validator = McpJsonDefaults.getSchemaValidator();

    /**
     * Creates a dispatcher.
     *
     * @param entries the tools as clients see them, each with its original entry
     */
    DispatcherTool(String name, GuardContext guardContext, Map<Tool, ListedTool> entries) {
        this.guardContext = guardContext;
        List<CatalogTool> catalogTools = new ArrayList<>();
        entries.forEach((listed, entry) -> {
            tools.put(listed.name(), listed);
            catalogTools.add(new CatalogTool(entry, guardContext.sdkJson().toBytes(listed)));
        });
        this.dispatcher = new Dispatcher(name, catalogTools);
    }

    private Tool toolOf(CatalogTool catalogTool) {
        Tool tool = tools.get(catalogTool.tool().name());
        if (tool == null) {
            throw new IllegalStateException("the tool belongs to another dispatcher");
        }
        return tool;
    }

    /** Returns the tool that clients see. Its description names only tools that every caller may know. */
    Tool listedTool() {
        return guardContext
                .sdkJson()
                .parseTool(dispatcher.entry(catalogTool -> guardContext.isVisibleToAll(toolOf(catalogTool))));
    }

    @Override
    public GuardDecision<CallToolRequest, CallToolResult> decide(
            GuardedRequest guardedRequest, CallToolRequest request) {
        ToolCall call = guardedRequest.call(dispatcher.name()).withHints(ToolHints.READ_ONLY);
        Map<String, Object> arguments = request.arguments() == null ? Map.of() : request.arguments();
        try {
            guardedRequest.engine().requireCall(call);
            DispatchDecision dispatchDecision = dispatcher.decide(
                    guardContext.sdkJson().toBytes(arguments),
                    catalogTool -> isVisible(guardedRequest, catalogTool.tool()));
            if (dispatchDecision instanceof DispatchDecision.Help help) {
                Slice answer = guardedRequest
                        .engine()
                        .guard(call, RawResult.of(help.result()))
                        .result();
                return new GuardDecision.Answer<>(guardContext.sdkJson().parseToolResult(answer));
            }
            DispatchDecision.Call toolCall = (DispatchDecision.Call) dispatchDecision;
            return new GuardDecision.Forward<>(
                    forwardedRequest(request, arguments, toolCall), UnaryOperator.identity());
        } catch (RefusedException refused) {
            Slice answer = guardedRequest.engine().refuse(call, refused).result();
            return new GuardDecision.Answer<>(guardContext.sdkJson().parseToolResult(answer));
        }
    }

    private static boolean isVisible(GuardedRequest guardedRequest, ListedTool tool) {
        try {
            guardedRequest.engine().requireCall(guardedRequest.call(tool.name()).withHints(tool.hints()));
            return true;
        } catch (RefusedException hidden) {
            return false;
        }
    }

    /**
     * Creates the request for the tool that is called. Arguments that the client sent as an object are passed on
     * unchanged.
     */
    @SuppressWarnings("unchecked")
    private CallToolRequest forwardedRequest(
            CallToolRequest request, Map<String, Object> requestArguments, DispatchDecision.Call call) {
        Map<String, Object> arguments = requestArguments.get("call") instanceof Map<?, ?> map
                ? (Map<String, Object>) map
                : toMap(call.arguments());
        Tool tool = toolOf(call.tool());
        ValidationResponse validation = validator.validate(tool.inputSchema(), arguments);
        if (!validation.valid()) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "call does not match the tool's schema: " + validation.errorMessage(),
                            helpArguments(tool.name()) + " shows what it takes")
                    .detail("argument", "call");
        }
        return new CallToolRequest(tool.name(), arguments, request.meta());
    }

    private static String helpArguments(String tool) {
        return new JsonWriter()
                .beginObject()
                .string("name", tool)
                .endObject()
                .slice()
                .utf8();
    }

    private static Map<String, Object> toMap(@Nullable Slice json) {
        return json == null ? Map.of() : JavaValue.objectFromJson(json);
    }
}
