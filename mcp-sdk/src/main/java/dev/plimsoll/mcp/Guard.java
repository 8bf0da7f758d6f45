package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotStore;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Keeps the results of a server written with the MCP Java SDK from flooding a model's context window. One line guards a whole
 * server: {@code guard.server(builder).build()}, after everything has been added to the builder. {@link #sync}, {@link #async},
 * {@link #statelessSync}, and {@link #statelessAsync} guard single specifications and lists of them. Thread-safe; one guard may
 * serve several servers.
 */
public final class Guard implements AutoCloseable {

    private final GuardContext guardContext;
    private final SnapshotStore store;
    private final PrefetchExecutor prefetchExecutor;

    Guard(GuardContext guardContext, SnapshotStore store, PrefetchExecutor prefetchExecutor) {
        this.guardContext = guardContext;
        this.store = store;
        this.prefetchExecutor = prefetchExecutor;
    }

    /** Creates a guard with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static Guard withDefaults() {
        return builder().build();
    }

    public static GuardBuilder builder() {
        return new GuardBuilder();
    }

    /**
     * Returns the result that the handler of a guarded tool returns for a list that is not loaded yet. Its tool declares no
     * output schema. Annotated methods return the source itself.
     */
    public static CallToolResult paged(PageSource source) {
        return new CallToolResult(List.of(), false, Objects.requireNonNull(source, "source"), null);
    }

    static ClientFeatures defaultClient() {
        // no links: it is not known here whether a server lists the resource templates of snapshots
        return new ClientFeatures(ClientFeatures.READ_TOOL, true, false, false);
    }

    /** Guards specifications of a sync server. */
    public Specifications<
                    McpServerFeatures.SyncToolSpecification,
                    McpServerFeatures.SyncResourceSpecification,
                    McpServerFeatures.SyncResourceTemplateSpecification,
                    McpServerFeatures.SyncPromptSpecification>
            sync() {
        return SpecificationFamilies.sync(guardContext);
    }

    /** Guards specifications of an async server. */
    public Specifications<
                    McpServerFeatures.AsyncToolSpecification,
                    McpServerFeatures.AsyncResourceSpecification,
                    McpServerFeatures.AsyncResourceTemplateSpecification,
                    McpServerFeatures.AsyncPromptSpecification>
            async() {
        return SpecificationFamilies.async(guardContext);
    }

    /** Guards specifications of a sync server without sessions. */
    public Specifications<
                    McpStatelessServerFeatures.SyncToolSpecification,
                    McpStatelessServerFeatures.SyncResourceSpecification,
                    McpStatelessServerFeatures.SyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.SyncPromptSpecification>
            statelessSync() {
        return SpecificationFamilies.statelessSync(guardContext);
    }

    /** Guards specifications of an async server without sessions. */
    public Specifications<
                    McpStatelessServerFeatures.AsyncToolSpecification,
                    McpStatelessServerFeatures.AsyncResourceSpecification,
                    McpStatelessServerFeatures.AsyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.AsyncPromptSpecification>
            statelessAsync() {
        return SpecificationFamilies.statelessAsync(guardContext);
    }

    /**
     * Guards everything that has been added to this builder. Call it last, before {@code build()}.
     *
     * @return the same builder
     */
    public <B extends McpServer.SyncSpecification<?>> B server(B builder) {
        GuardContext guarded = assembly(builder, McpServer.SyncSpecification.class, SpecificationFamilies::sync)
                .guard(builder::uriTemplateManagerFactory);
        builder.addToolFilter(guarded::isVisible);
        return builder;
    }

    /**
     * Guards everything that has been added to the builder of an async server. Call it last, before {@code build()}.
     *
     * @return the same builder
     */
    public <B extends McpServer.AsyncSpecification<?>> B server(B builder) {
        GuardContext guarded = assembly(builder, McpServer.AsyncSpecification.class, SpecificationFamilies::async)
                .guard(builder::uriTemplateManagerFactory);
        builder.addToolFilter((context, tool) -> Mono.fromCallable(() -> guarded.isVisible(context, tool)));
        return builder;
    }

    /**
     * Guards everything that has been added to the builder of a sync server without sessions. Call it last, before {@code
     * build()}.
     *
     * @return the same builder
     */
    public McpServer.StatelessSyncSpecification server(McpServer.StatelessSyncSpecification builder) {
        GuardContext guarded = assembly(
                        builder, McpServer.StatelessSyncSpecification.class, SpecificationFamilies::statelessSync)
                .guard(builder::uriTemplateManagerFactory);
        return builder.addToolFilter(guarded::isVisible);
    }

    /**
     * Guards everything that has been added to the builder of an async server without sessions. Call it last, before {@code
     * build()}.
     *
     * @return the same builder
     */
    public McpServer.StatelessAsyncSpecification server(McpServer.StatelessAsyncSpecification builder) {
        GuardContext guarded = assembly(
                        builder, McpServer.StatelessAsyncSpecification.class, SpecificationFamilies::statelessAsync)
                .guard(builder::uriTemplateManagerFactory);
        return builder.addToolFilter((context, tool) -> Mono.fromCallable(() -> guarded.isVisible(context, tool)));
    }

    private <T, R, M, P> ServerAssembly<T, R, M, P> assembly(
            Object builder, Class<?> type, Function<GuardContext, SpecificationFamily<T, R, M, P>> kind) {
        return new ServerAssembly<>(new BuilderParts(builder, type), guardContext, kind);
    }

    /**
     * Replaces the configured policies. They apply to existing snapshots too. Annotations still come before them, so configured
     * rules win.
     *
     * @throws IllegalArgumentException if the policies would change the listing of a tool; then nothing has changed
     */
    public void adopt(Policies policies) {
        guardContext.rules().adopt(policies);
    }

    /** Returns the policies in force, which include rules from annotations. */
    public Policies policies() {
        return guardContext.rules().policies();
    }

    /**
     * Returns the engine of this guard, for features that do not depend on the SDK. Calls of it carry the
     * {@link #policies()}; otherwise rules from annotations and adopted policies do not apply.
     */
    public Plimsoll engine() {
        return guardContext.engine();
    }

    /** Closes the store, and ends all open page sources. Closing again does nothing. */
    @Override
    public void close() {
        prefetchExecutor.close();
        engine().closeSources();
        store.close();
    }
}
