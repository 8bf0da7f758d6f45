package dev.plimsoll.gateway.program.call;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.PagingScheme;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.Consent;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.query.program.ProgramTools;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.query.program.ToolCallRules;
import dev.plimsoll.schema.ListedTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tools that a program of one caller may call, with the policies that apply to them. */
final class CallableTools implements ProgramTools {

    /** Maximum number of pages of a listing that are read, because a faulty server may never end its listing. */
    private static final int MAX_PAGES = 1_000;

    private final Map<String, ListedTool> tools;
    private final Function<String, @Nullable ToolOwner> owners;
    private final Policies policies;
    private final ResultFields fields;
    private final String server;

    private CallableTools(
            Map<String, ListedTool> tools,
            Function<String, @Nullable ToolOwner> owners,
            Policies policies,
            ResultFields fields,
            String server) {
        this.server = server;
        this.fields = fields;
        this.tools = tools;
        this.owners = owners;
        this.policies = policies;
    }

    /**
     * Loads the tools in the listing that a client sees.
     *
     * @param server the server whose tools the program may also call by their own names; empty if it uses
     *     only the names that clients see
     * @throws RefusedException if the servers do not list their tools within the time limit of a program
     */
    static CallableTools load(InnerCalls calls, ProgramResources resources, Policies policies, String server) {
        long deadlineNanos = System.nanoTime() + resources.config().time().toNanos();
        Map<String, ListedTool> tools = new LinkedHashMap<>();
        String cursor = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = loadPage(calls, cursor, deadlineNanos);
            Slice listed = Json.type(result) != JsonType.OBJECT ? null : Members.get(result, "tools");
            if (listed == null || Json.type(listed) != JsonType.ARRAY) {
                break;
            }
            Elements entries = Elements.of(listed);
            while (entries.next()) {
                addIfCallable(ListedTool.of(entries.value()), tools);
            }
            cursor = ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE);
            if (cursor == null) {
                break;
            }
        }
        CallableTools callable = new CallableTools(tools, resources.owners(), policies, resources.fields(), server);
        for (ListedTool tool : tools.values()) {
            resources.recentAnswers().setReadOnly(callable.ownerOf(tool.name()), !callable.canWrite(tool));
        }
        return callable;
    }

    private static Slice loadPage(InnerCalls calls, @Nullable String cursor, long deadlineNanos) {
        String reason;
        try {
            Message response =
                    calls.listTools(cursor).get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (response.result() != null) {
                return response.result();
            }
            Slice error = response.error();
            String message = error == null ? null : ObjectEdit.textIn(error, "message", 1_000);
            reason = message == null ? "an error" : message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason = "interrupted";
        } catch (TimeoutException e) {
            reason = "no response in time";
        } catch (ExecutionException | CancellationException e) {
            reason = "cancelled";
        }
        throw new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "program: the tools could not be listed: " + reason,
                "run it again in a moment; the tools can also be called one by one");
    }

    private static void addIfCallable(ListedTool tool, Map<String, ListedTool> tools) {
        boolean isOwn = tool.name().startsWith(ProgramResources.OWN_PREFIX);
        if (!tool.name().isEmpty() && !isOwn && tool.appUse() != AppUse.APP_ONLY) {
            tools.put(tool.name(), tool);
        }
    }

    private ToolOwner ownerOf(String tool) {
        ToolOwner owner = owners.apply(tool);
        return owner == null ? new ToolOwner("", tool) : owner;
    }

    private ToolPolicy policyOf(String tool) {
        ToolOwner owner = ownerOf(tool);
        return policies.forTool(owner.server(), owner.tool());
    }

    private boolean canWrite(ListedTool tool) {
        return !policyOf(tool.name()).isReadOnly(tool.hints().readOnly());
    }

    /**
     * Returns the name that clients see, for a name in the program: {@code list_issues} may be {@code
     * github__list_issues}.
     */
    String listedName(String name) {
        String prefixedName = server + ProgramResources.SEPARATOR + name;
        return server.isEmpty() || !tools.containsKey(prefixedName) ? name : prefixedName;
    }

    @Override
    public ToolCallRules callRules(String nameInProgram) {
        String name = listedName(nameInProgram);
        ListedTool tool = tools.get(name);
        if (tool == null) {
            return ToolCallRules.forReader("");
        }
        Policy policy = policyOf(name).policy();
        // a tool that can carry data away is refused if the program has read from other servers: whether it
        // has is known only when all calls before this one have an answer
        boolean canRunAhead = policy.get(Policy.AHEAD) && !isOpenWorld(tool);
        return new ToolCallRules(ownerOf(name).server(), canWrite(tool), canRunAhead);
    }

    private static boolean isOpenWorld(ListedTool tool) {
        Slice annotations = ObjectEdit.valueIn(tool.entry(), "annotations");
        Slice hint = annotations == null ? null : ObjectEdit.valueIn(annotations, "openWorldHint");
        return hint != null && hint.contentEquals(Slice.of("true"));
    }

    /** Returns whether the client's user must agree to a call of this tool. */
    boolean isConsentNeeded(String name) {
        return policyOf(name).policy().get(Policy.CONSENT) == Consent.ASK;
    }

    /** Returns the paging scheme of a listed tool. */
    PagingScheme pagingScheme(String name) {
        return PagingScheme.of(
                Objects.requireNonNull(tools.get(name)), policyOf(name).policy());
    }

    /**
     * Returns the failure of a call that a program may not make; null if it may.
     *
     * @param sources servers whose data the program has read before
     */
    @Nullable ToolAnswer findRefusal(String name, Set<String> sources) {
        ListedTool tool = tools.get(name);
        if (tool == null) {
            return ToolAnswer.failed(ErrorCode.ACTION_NOT_FOUND.name(), describeUnknown(name));
        }
        Policy policy = policyOf(name).policy();
        if (canWrite(tool) && policy.get(Policy.IN_PROGRAMS) != ProgramUse.WRITE) {
            return ToolAnswer.failed(
                    ErrorCode.FORBIDDEN.name(),
                    name + " may change something, and programs call only tools that read: call it yourself."
                            + " A rule of the operator can allow it: tools: { \""
                            + ownerOf(name).server() + "/"
                            + ownerOf(name).tool() + "\": { inPrograms: write } }");
        }
        List<String> acceptedServers = policy.get(Policy.ACCEPTS_FROM);
        List<String> refusedSources = sources.stream()
                .filter(source ->
                        !source.isEmpty() && !source.equals(ownerOf(name).server()))
                .filter(source -> !source.equals(ToolOwner.PLIMSOLL) || hasSeveralServers())
                .filter(source -> !acceptedServers.contains(source))
                .sorted()
                .toList();
        if (isOpenWorld(tool) && !refusedSources.isEmpty()) {
            return ToolAnswer.failed(
                    ErrorCode.FORBIDDEN.name(),
                    name + " can carry data away, and the program has read from " + String.join(", ", refusedSources)
                            + ": call it first, or in another program. A rule of the operator can allow it: acceptsFrom");
        }
        return null;
    }

    /**
     * Returns whether the tools belong to several servers. If so, a result of an earlier program, whose server
     * is Plimsoll itself, may contain data of any of them.
     */
    private boolean hasSeveralServers() {
        return tools.keySet().stream()
                        .map(tool -> ownerOf(tool).server())
                        .distinct()
                        .count()
                > 1;
    }

    private String describeUnknown(String name) {
        if (name.startsWith(ProgramResources.OWN_PREFIX)) {
            return name + " cannot be called in a program";
        }
        List<String> similar = NameSuggestions.similarNames(name, List.copyOf(tools.keySet()), 3);
        return "there is no tool " + name
                + (similar.isEmpty()
                        ? "; tools lists the names"
                        : "; did you mean " + String.join(" or ", similar) + "?");
    }

    @Override
    public Slice list() {
        JsonWriter json = new JsonWriter(4096).beginArray();
        for (ListedTool tool : tools.values()) {
            json.beginObject().string("name", tool.name());
            Slice description = ObjectEdit.valueIn(tool.entry(), "description");
            if (description != null) {
                json.raw("description", description);
            }
            Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
            Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
            json.raw(
                    "arguments",
                    properties == null ? Slice.of("{}") : ArgumentSchemas.withoutIntegerBounds(properties));
            if (!tool.requiredArguments().isEmpty()) {
                json.strings("required", tool.requiredArguments());
            }
            String queries = policyOf(tool.name()).policy().get(Policy.QUERIES);
            if (!queries.isEmpty()) {
                json.raw("queries", queries);
            }
            ToolOwner owner = ownerOf(tool.name());
            Slice result = fields.find(owner.server(), owner.tool());
            if (result != null) {
                json.raw("result", result);
            }
            json.endObject();
        }
        return json.endArray().slice();
    }
}
