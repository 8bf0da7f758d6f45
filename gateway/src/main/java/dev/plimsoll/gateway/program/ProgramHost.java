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
 * @param owners returns the server and the own name of a tool by the name that clients see
 * @param fields names and types of the fields of results
 * @param heavyWork runs evaluations
 * @param memory memory that all programs share
 * @param recent answers to the calls of the latest programs
 * @param parked programs that wait for input of modern clients
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

    /** Creates the memory that all programs of the gateway share. */
    public static FairPool newMemory(ToIntFunction<String> weights) {
        return new FairPool("programs", Runtime.getRuntime().maxMemory() / HEAP_DIVISOR, weights);
    }
}
