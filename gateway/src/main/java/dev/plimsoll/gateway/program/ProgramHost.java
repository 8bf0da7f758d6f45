package dev.plimsoll.gateway.program;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.trace.TraceSpans;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the gateway that programs of an endpoint use.
 *
 * @param owners finds the server of a tool, and the tool's name at that server, by the name that clients see;
 *     null if the tool is not known
 * @param fields names and types of the fields that earlier results of each tool had
 * @param heavyWork runs evaluations
 * @param memory memory that all programs share
 * @param recent answers to the calls of recent programs
 * @param parked programs that wait for input from modern clients
 * @param traceSpans creates a span for each program; null for none
 */
public record ProgramHost(
        ProgramsConfig config,
        Function<String, @Nullable ToolOwner> owners,
        ResultFields fields,
        Supplier<HeavyWork> heavyWork,
        FairPool memory,
        RecentAnswers recent,
        ParkedPrograms parked,
        @Nullable TraceSpans traceSpans,
        Log log) {

    /** All programs together use at most 1/{@code HEAP_DIVISOR} of the heap. */
    private static final int HEAP_DIVISOR = 4;

    /**
     * Creates the memory pool that all programs of the gateway share.
     *
     * @param weights returns the weight of a holder, which determines its share
     */
    public static FairPool newMemory(ToIntFunction<String> weights) {
        return new FairPool("programs", Runtime.getRuntime().maxMemory() / HEAP_DIVISOR, weights);
    }
}
