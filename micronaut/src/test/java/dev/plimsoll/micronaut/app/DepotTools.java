package dev.plimsoll.micronaut.app;

import io.micronaut.http.context.ServerRequestContext;
import io.micronaut.mcp.annotations.Prompt;
import io.micronaut.mcp.annotations.Resource;
import io.micronaut.mcp.annotations.Tool;
import io.micronaut.mcp.annotations.ToolArg;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Tools, a resource, and a prompt, without code for Plimsoll. */
@Singleton
public class DepotTools {

    /** Number of runs of the heavy tool. */
    public static final AtomicInteger RUNS = new AtomicInteger();

    /** Names of the arguments of the last call of the heavy tool. */
    public static final AtomicReference<Set<String>> LAST_ARGUMENTS = new AtomicReference<>(Set.of());

    private static List<Map<String, Object>> parts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Map.<String, Object>of(
                        "title", "Part " + i + " of the depot", "price", new BigDecimal("12.50")))
                .toList();
    }

    private static CallToolResult result(int count) {
        return CallToolResult.builder()
                .structuredContent(Map.of("parts", parts(count)))
                .build();
    }

    private static String lines(int count) {
        return "a line of the log, which is long\n".repeat(count);
    }

    @Tool(name = "list_parts", description = "Parts")
    public CallToolResult listParts(@ToolArg(description = "how many") int count) {
        return result(count);
    }

    @Tool(name = "heavy_parts", description = "Parts, from a slow source")
    public CallToolResult heavyParts(@ToolArg(description = "how many") int count, CallToolRequest request) {
        RUNS.incrementAndGet();
        LAST_ARGUMENTS.set(request.arguments().keySet());
        return result(count);
    }

    @Tool(name = "get_log", description = "A log")
    public String log() {
        return lines(3_000);
    }

    @Tool(name = "delete_log", description = "Deletes the log, and returns it")
    public String deleteLog() {
        return lines(3_000);
    }

    @Tool(name = "measure", description = "Returns the length of a text")
    public String measure(@ToolArg(description = "any text") String text) {
        return "length " + text.length();
    }

    @Tool(name = "has_request", description = "Returns whether Micronaut knows the current request")
    public String hasRequest() {
        return String.valueOf(ServerRequestContext.currentRequest().isPresent());
    }

    @Tool(name = "heavy_user", description = "Returns the user of the request")
    public CallToolResult user(McpTransportContext context) {
        Principal user = (Principal) context.get("micronaut.AUTHENTICATION");
        return CallToolResult.builder()
                .structuredContent(Map.of("user", user.getName()))
                .build();
    }

    @Tool(name = "fail", description = "Fails")
    public String fail() {
        throw new IllegalStateException("out of order");
    }

    @Resource(uri = "depot://log", name = "log", description = "A log", mimeType = "text/plain")
    public String logResource() {
        return lines(3_000);
    }

    @Prompt(name = "review", description = "A long prompt")
    public String review() {
        return lines(3_000);
    }
}
