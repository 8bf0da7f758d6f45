package dev.plimsoll.schema;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code tools/list} as the upstream sent it: what a host must know of the tool, and the entry as a client
 * must see it. Immutable; made once a listing.
 */
public final class ListedTool {

    private final Slice entry;
    private final String name;
    private final InputSchema input;
    private final List<ToolArgument> declared;
    private final boolean outputSchema;
    private final String taskSupport;
    private final @Nullable Boolean readOnly;
    private final @Nullable Boolean destructive;
    private final AppUse app;

    private ListedTool(Slice entry) {
        this.entry = entry;
        boolean object = Json.isValid(entry) && Json.type(entry) == JsonType.OBJECT;
        Slice tool = object ? entry : Slice.of("{}");
        this.name = text(Members.get(tool, "name"), "");
        this.input = InputSchema.of(Members.get(tool, "inputSchema"));
        this.declared = List.copyOf(DeclaredArguments.in(Members.get(tool, "inputSchema")));
        this.outputSchema = Members.get(tool, "outputSchema") != null;
        this.taskSupport = text(inside(tool, "execution", "taskSupport"), "forbidden");
        this.readOnly = flag(inside(tool, "annotations", "readOnlyHint"));
        this.destructive = flag(inside(tool, "annotations", "destructiveHint"));
        this.app = AppUse.of(Members.get(tool, "_meta"));
    }

    /** Whatever stands in a listing; what is no object or has no name is listed as it came. */
    public static ListedTool of(Slice entry) {
        return new ListedTool(entry);
    }

    private static @Nullable Slice inside(Slice tool, String member, String name) {
        Slice object = Members.get(tool, member);
        return object == null ? null : Members.get(object, name);
    }

    private static String text(@Nullable Slice value, String otherwise) {
        return value == null || Json.type(value) != JsonType.STRING
                ? otherwise
                : JsonText.text(Json.stringInside(value));
    }

    private static @Nullable Boolean flag(@Nullable Slice value) {
        if (value == null || Json.type(value) != JsonType.BOOLEAN) {
            return null;
        }
        return value.at(0) == 't';
    }

    /** As it came. */
    public Slice entry() {
        return entry;
    }

    /** Empty when it has none that is a string. */
    public String name() {
        return name;
    }

    /** Names of the arguments that the tool itself declares. */
    public Set<String> arguments() {
        return input.arguments();
    }

    /** The same with what its schema says of each, as far as a hint needs it. */
    public List<ToolArgument> declared() {
        return declared;
    }

    /** Names of the arguments that it requires. */
    public List<String> required() {
        return input.required();
    }

    /** What {@code annotations.readOnlyHint} says; null when it says nothing. */
    public @Nullable Boolean readOnlyHint() {
        return readOnly;
    }

    /** What {@code annotations.destructiveHint} says; null when it says nothing. */
    public @Nullable Boolean destructiveHint() {
        return destructive;
    }

    /** Returns who uses its results: models, apps, or both. */
    public AppUse app() {
        return app;
    }

    /** All three together. */
    public ToolHints hints() {
        return new ToolHints(true, readOnly, destructive, app);
    }

    public boolean hasOutputSchema() {
        return outputSchema;
    }

    /** {@code execution.taskSupport}: forbidden, optional or required. */
    public String taskSupport() {
        return taskSupport;
    }

    /** Whether arguments can be added to its own without breaking what its schema says, as far as names allow. */
    public boolean mergeable() {
        return input.plain();
    }

    /**
     * Whether this tool is listed with the arguments that read on: it is heavy, its schema can take them, and the cursor's
     * name is free.
     */
    public boolean merged(ToolPolicy policy) {
        boolean wanted = policy.shapes() && policy.policy().get(Policy.HEAVY) && !name.isEmpty();
        return wanted
                && mergeable()
                && !arguments().contains(ReadSchemas.merged(policy.policy()).get(0));
    }

    /**
     * The entry as a client must see it: every byte as it came, but for its output schema, and for the arguments that read
     * on where they are merged. Without {@code required} then, since who reads on has no need of it.
     */
    public Slice listed(ToolPolicy policy, ClientFeatures clientFeatures) {
        if (name.isEmpty() || !policy.shapes()) {
            return entry;
        }
        Slice tool = merged(policy) ? ArgumentMerger.of(entry, this, ReadSchemas.merged(policy.policy())) : entry;
        Policy in = policy.policy();
        Slice listed = ToolEntryWriter.withOutputSchema(tool, in, clientFeatures.anyStructured());
        return in.get(Policy.SLIM_SCHEMAS) ? SchemaSlimmer.of(listed) : listed;
    }
}
