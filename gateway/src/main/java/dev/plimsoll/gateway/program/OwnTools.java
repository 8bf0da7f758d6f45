package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.endpoint.ToolsPage;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.query.Program;
import dev.plimsoll.schema.ListedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tools of Plimsoll's own server: {@code plimsoll_run}, and the stored programs that are exposed as tools. */
record OwnTools(ProgramResources resources) {

    /**
     * Returns whether a name is one of these tools. If a server has a tool with the name of a stored program,
     * the stored program is used.
     */
    boolean hasTool(@Nullable String name) {
        return RunTool.NAME.equals(name) || isExposed(name);
    }

    private boolean isExposed(@Nullable String name) {
        StoredProgram program = name == null ? null : resources.config().find(name);
        return program != null && program.isExposed();
    }

    /**
     * Removes the servers' tools that have the name of an exposed program from a page of a listing, and adds
     * the tools that the caller may call to the first page. Returns the new result; null if it does not change.
     *
     * @param result the page, a result of {@code tools/list}
     */
    @Nullable Slice editToolsPage(Slice result, CallerContexts callers, boolean isFirstPage) {
        ToolsPage page = ToolsPage.of(result);
        if (page == null) {
            return null;
        }
        ToolsPage serverTools = page.without(this::isExposed);
        List<Slice> entries = new ArrayList<>();
        for (Slice entry : isFirstPage ? createEntries(callers.get().policies()) : List.<Slice>of()) {
            ListedTool tool = ListedTool.of(entry);
            if (!serverTools.hasTool(tool.name()) && callers.get().canSee(RunTool.SERVER, tool, callers.access())) {
                entries.add(entry);
            }
        }
        boolean isChanged = !entries.isEmpty() || !serverTools.equals(page);
        return isChanged ? serverTools.append(entries) : null;
    }

    private List<Slice> createEntries(Policies policies) {
        List<Slice> entries = new ArrayList<>();
        entries.add(RunTool.entry(
                resources.config().calls(),
                canWrite(policies),
                resources.config().storedTexts()));
        for (StoredProgram program : resources.config().stored()) {
            if (program.isExposed()) {
                entries.add(RunTool.entry(program.text(), canWrite(program, policies)));
            }
        }
        return entries;
    }

    /**
     * Adds these tools to the known tools of Plimsoll's own server, with the hints that apply to the tier of
     * the caller.
     */
    void addTo(ServerKnowledge knowledge, CallerContext caller) {
        for (Slice entry : createEntries(caller.policies())) {
            knowledge.addUnlistedTool(RunTool.forTier(entry, caller.tier()));
        }
    }

    private static boolean canWrite(Policies policies) {
        return policies.eachPolicy().stream().anyMatch(OwnTools::isWritingAllowed);
    }

    private static boolean isWritingAllowed(Policy policy) {
        return policy.get(Policy.IN_PROGRAMS) == ProgramUse.WRITE;
    }

    /**
     * Returns whether a stored program may call a tool that can change something. If its text does not show
     * the names of its tools, any tool is assumed.
     */
    private boolean canWrite(StoredProgram program, Policies policies) {
        Set<String> tools = Program.findTools(program.text().text());
        return tools == null
                ? canWrite(policies)
                : tools.stream().anyMatch(tool -> canWrite(ownerOf(tool, program.server()), policies));
    }

    private static boolean canWrite(ToolOwner owner, Policies policies) {
        Policy policy = policies.forTool(owner.server(), owner.tool()).policy();
        return isWritingAllowed(policy) && !Boolean.TRUE.equals(policy.find(Policy.READ_ONLY));
    }

    private ToolOwner ownerOf(String tool, String server) {
        ToolOwner listed = resources.owners().apply(tool);
        return !server.isEmpty() ? new ToolOwner(server, tool) : listed == null ? ownerOfName(tool) : listed;
    }

    /**
     * Returns the owner according to the name of a tool, for tools that have not been listed yet: {@code
     * github__list_issues} is a tool of {@code github}.
     */
    private static ToolOwner ownerOfName(String tool) {
        int separator = tool.indexOf(ProgramResources.SEPARATOR);
        return separator < 0
                ? new ToolOwner("", tool)
                : new ToolOwner(tool.substring(0, separator), tool.substring(separator + 2));
    }
}
