package dev.plimsoll.gateway.program.call;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Settings, tools, and memory with which the programs of an endpoint run.
 *
 * @param owners finds the server of a tool, and the tool's name at that server, by the name that clients see;
 *     returns null if the tool is not known
 * @param fields names and types of the fields that earlier results of each tool had
 * @param heavyWork runs evaluations
 * @param memory memory that all programs share
 * @param recentAnswers answers to the calls of recent programs
 */
public record ProgramResources(
        ProgramsConfig config,
        Function<String, @Nullable ToolOwner> owners,
        ResultFields fields,
        Supplier<HeavyWork> heavyWork,
        FairPool memory,
        RecentAnswers recentAnswers) {

    /** Prefix of the names of Plimsoll's own tools. Programs cannot call them. */
    public static final String OWN_PREFIX = "plimsoll_";

    /** Text between the names of a server and of its tool in the listing of all servers. */
    public static final String SEPARATOR = "__";

    /** All programs together use at most 1/{@code HEAP_DIVISOR} of the heap. */
    private static final int HEAP_DIVISOR = 4;

    /** Drops the answers that may be outdated after a client's own call of a tool. */
    public void dropAnswersAfterCall(String tool) {
        recentAnswers.dropAfterCall(owners.apply(tool));
    }

    /**
     * Creates the memory pool that all programs of the gateway share.
     *
     * @param weights returns the weight of a holder, which determines its share
     */
    public static FairPool createMemoryPool(ToIntFunction<String> weights) {
        return new FairPool("programs", Runtime.getRuntime().maxMemory() / HEAP_DIVISOR, weights);
    }
}
