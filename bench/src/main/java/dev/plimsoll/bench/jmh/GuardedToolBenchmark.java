package dev.plimsoll.bench.jmh;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the time that the library adds to a tool call whose result passes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class GuardedToolBenchmark {

    @Param({"200", "8000"})
    private int bytes = 200;

    private final CallToolRequest request = CallToolRequest.builder("list")
            .arguments(Map.of("warehouse", "WH-01"))
            .build();
    private SyncToolSpecification unguarded = tool("");
    private SyncToolSpecification guarded = unguarded;

    private static SyncToolSpecification tool(String text) {
        CallToolResult result = CallToolResult.builder().addTextContent(text).build();
        Tool tool = Tool.builder("list", Map.of("type", "object")).build();
        return new SyncToolSpecification(tool, (context, request) -> result);
    }

    /** Creates the tools and their results before the measurement, so that only the guard is measured. */
    @Setup
    public void createTools() {
        unguarded = tool("an item is on a shelf in a hall\n".repeat(bytes / 32));
        guarded = Guard.withDefaults().statelessSync().tool(unguarded);
    }

    @Benchmark
    public CallToolResult guarded() {
        return guarded.callHandler().apply(McpTransportContext.EMPTY, request);
    }

    @Benchmark
    public CallToolResult floorUnguarded() {
        return unguarded.callHandler().apply(McpTransportContext.EMPTY, request);
    }
}
