package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotStore;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Guard for a server written with the MCP Java SDK. It keeps long results out of the context window of a model. One
 * line guards a whole server: {@code guard.server(builder).build()}, after everything has been added to the builder.
 * {@link #sync}, {@link #async}, {@link #statelessSync}, and {@link #statelessAsync} guard single specifications and
 * lists of them. Thread-safe; one guard may serve several servers.
 */
public final class Guard implements AutoCloseable {

    private static final String TOOL_FILTER = "io.modelcontextprotocol.server.McpSyncListFilter";

    private final GuardContext guardContext;
    private final SnapshotStore store;
    private final PrefetchExecutor prefetchExecutor;
    private final Function<Class<?>, BuilderFields> fieldFinder;

    Guard(
            GuardContext guardContext,
            SnapshotStore store,
            PrefetchExecutor prefetchExecutor,
            Function<Class<?>, BuilderFields> fieldFinder) {
        this.guardContext = guardContext;
        this.store = store;
        this.prefetchExecutor = prefetchExecutor;
        this.fieldFinder = fieldFinder;
    }

    /** Creates a guard with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static Guard withDefaults() {
        return builder().build();
    }

    public static GuardBuilder builder() {
        return new GuardBuilder();
    }

    /**
     * Returns a result for a list that is loaded page by page, for the handler of a guarded tool. The tool
     * must not declare an output schema. Annotated methods return the source itself instead.
     */
    public static CallToolResult paged(PageSource source) {
        return new CallToolResult(List.of(), false, Objects.requireNonNull(source, "source"), null);
    }

    static ClientFeatures defaultClient() {
        // without links, because the server may not list the resource templates of stored pages
        return new ClientFeatures(ClientFeatures.READ_TOOL, true, false, false);
    }

    /** Returns an object that guards specifications of a sync server. */
    public Specifications<
                    McpServerFeatures.SyncToolSpecification,
                    McpServerFeatures.SyncResourceSpecification,
                    McpServerFeatures.SyncResourceTemplateSpecification,
                    McpServerFeatures.SyncPromptSpecification>
            sync() {
        return SpecificationFamilies.sync(guardContext);
    }

    /** Returns an object that guards specifications of an async server. */
    public Specifications<
                    McpServerFeatures.AsyncToolSpecification,
                    McpServerFeatures.AsyncResourceSpecification,
                    McpServerFeatures.AsyncResourceTemplateSpecification,
                    McpServerFeatures.AsyncPromptSpecification>
            async() {
        return SpecificationFamilies.async(guardContext);
    }

    /** Returns an object that guards specifications of a sync server without sessions. */
    public Specifications<
                    McpStatelessServerFeatures.SyncToolSpecification,
                    McpStatelessServerFeatures.SyncResourceSpecification,
                    McpStatelessServerFeatures.SyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.SyncPromptSpecification>
            statelessSync() {
        return SpecificationFamilies.statelessSync(guardContext);
    }

    /** Returns an object that guards specifications of an async server without sessions. */
    public Specifications<
                    McpStatelessServerFeatures.AsyncToolSpecification,
                    McpStatelessServerFeatures.AsyncResourceSpecification,
                    McpStatelessServerFeatures.AsyncResourceTemplateSpecification,
                    McpStatelessServerFeatures.AsyncPromptSpecification>
            statelessAsync() {
        return SpecificationFamilies.statelessAsync(guardContext);
    }

    /**
     * Guards everything that has been added to the builder of a sync server. Call this method last, before {@code
     * build()}.
     *
     * @return the same builder
     * @throws IllegalStateException if the SDK hides the tools in the builder and this guard has guarded nothing yet
     */
    public <B extends McpServer.SyncSpecification<?>> B server(B builder) {
        BiPredicate<McpTransportContext, Tool> filter = guard(
                builder,
                SpecificationFamilies::sync,
                new BuilderMethods<>(builder::tools, builder::resourceTemplates, builder::uriTemplateManagerFactory));
        builder.addToolFilter(filter::test);
        return builder;
    }

    /**
     * Guards everything that has been added to the builder of an async server. Call this method last, before
     * {@code build()}.
     *
     * @return the same builder
     * @throws IllegalStateException if the SDK hides the tools in the builder and this guard has guarded nothing yet
     */
    public <B extends McpServer.AsyncSpecification<?>> B server(B builder) {
        BiPredicate<McpTransportContext, Tool> filter = guard(
                builder,
                SpecificationFamilies::async,
                new BuilderMethods<>(builder::tools, builder::resourceTemplates, builder::uriTemplateManagerFactory));
        builder.addToolFilter((context, tool) -> Mono.fromCallable(() -> filter.test(context, tool)));
        return builder;
    }

    /**
     * Guards everything that has been added to the builder of a sync server without sessions. Call it last, before
     * {@code build()}.
     *
     * @return the same builder
     * @throws IllegalStateException if the SDK hides the tools in the builder and this guard has guarded nothing yet
     */
    public McpServer.StatelessSyncSpecification server(McpServer.StatelessSyncSpecification builder) {
        BiPredicate<McpTransportContext, Tool> filter = guard(
                builder,
                SpecificationFamilies::statelessSync,
                new BuilderMethods<>(builder::tools, builder::resourceTemplates, builder::uriTemplateManagerFactory));
        return builder.addToolFilter(filter::test);
    }

    /**
     * Guards everything that has been added to the builder of an async server without sessions. Call it last, before
     * {@code build()}.
     *
     * @return the same builder
     * @throws IllegalStateException if the SDK hides the tools in the builder and this guard has guarded nothing yet
     */
    public McpServer.StatelessAsyncSpecification server(McpServer.StatelessAsyncSpecification builder) {
        BiPredicate<McpTransportContext, Tool> filter = guard(
                builder,
                SpecificationFamilies::statelessAsync,
                new BuilderMethods<>(builder::tools, builder::resourceTemplates, builder::uriTemplateManagerFactory));
        return builder.addToolFilter((context, tool) -> Mono.fromCallable(() -> filter.test(context, tool)));
    }

    private <T, R, M, P> BiPredicate<McpTransportContext, Tool> guard(
            Object builder,
            Function<GuardContext, SpecificationFamily<T, R, M, P>> familyFactory,
            BuilderMethods<T, M> methods) {
        requireToolFilters();
        BuilderParts parts = new BuilderParts(builder, fieldFinder.apply(builder.getClass()));
        return new ServerAssembly<>(guardContext, familyFactory, methods, parts).guard();
    }

    private static void requireToolFilters() {
        try {
            Class.forName(TOOL_FILTER, false, McpServer.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "server(builder) needs the MCP Java SDK 2.1 or newer, but an older one is on the class path", e);
        }
    }

    /**
     * Returns whether this version of the SDK lets {@code server(builder)} find everything in all kinds of builders. If
     * not, guard specifications before you add them to a builder.
     */
    public static boolean canReadBuilders() {
        return BuilderFields.areComplete();
    }

    /**
     * Replaces the configured policies, also for existing snapshots. Rules from annotations still come before
     * configured rules, so that configured rules override them.
     *
     * @throws IllegalArgumentException if the policies would change the listing of a tool; in this case,
     * nothing changes
     */
    public void replacePolicies(Policies policies) {
        guardContext.rules().replacePolicies(policies);
    }

    /** Returns the policies in force, which include rules from annotations. */
    public Policies policies() {
        return guardContext.rules().policies();
    }

    /**
     * Returns the engine of this guard, for features that do not depend on the SDK. Pass {@link #policies()}
     * with each call of the engine; without them, neither the rules from
     * annotations nor the policies of {@link #replacePolicies} apply.
     */
    public Plimsoll engine() {
        return guardContext.engine();
    }

    /** Closes the store and all open page sources. Closing again does nothing. */
    @Override
    public void close() {
        prefetchExecutor.close();
        engine().closeSources();
        store.close();
    }
}
