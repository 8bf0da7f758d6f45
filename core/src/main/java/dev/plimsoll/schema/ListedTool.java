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
 * Entry of {@code tools/list}: holds the entry of the server and what was read from it, and creates the
 * entry that a client gets. Immutable; created once per listing.
 */
public final class ListedTool {

    private final Slice entry;
    private final String name;
    private final InputSchema input;
    private final List<ToolArgument> declaredArguments;
    private final boolean hasOutputSchema;
    private final String taskSupport;
    private final ToolHints hints;

    private ListedTool(Slice entry) {
        this.entry = entry;
        boolean isObject = Json.isValid(entry) && Json.type(entry) == JsonType.OBJECT;
        Slice tool = isObject ? entry : Slice.of("{}");
        this.name = textOrDefault(Members.get(tool, "name"), "");
        this.input = InputSchema.parse(Members.get(tool, "inputSchema"));
        this.declaredArguments = List.copyOf(DeclaredArguments.parse(Members.get(tool, "inputSchema")));
        this.hasOutputSchema = Members.get(tool, "outputSchema") != null;
        this.taskSupport = textOrDefault(findMember(tool, "execution", "taskSupport"), "forbidden");
        this.hints = new ToolHints(
                true,
                booleanOrNull(findMember(tool, "annotations", "readOnlyHint")),
                booleanOrNull(findMember(tool, "annotations", "destructiveHint")),
                AppUse.of(Members.get(tool, "_meta")));
    }

    /** Creates a tool from any value in a listing. A value that is not an object or has no name is listed unchanged. */
    public static ListedTool of(Slice entry) {
        return new ListedTool(entry);
    }

    private static @Nullable Slice findMember(Slice tool, String member, String name) {
        Slice object = Members.get(tool, member);
        return object == null ? null : Members.get(object, name);
    }

    private static String textOrDefault(@Nullable Slice value, String defaultText) {
        return value == null || Json.type(value) != JsonType.STRING
                ? defaultText
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    private static @Nullable Boolean booleanOrNull(@Nullable Slice value) {
        if (value == null || Json.type(value) != JsonType.BOOLEAN) {
            return null;
        }
        return value.at(0) == 't';
    }

    /** Returns the entry as received. */
    public Slice entry() {
        return entry;
    }

    /** Returns the name, or an empty string if there is no name or it is not a string. */
    public String name() {
        return name;
    }

    /** Returns the names of the arguments that the tool itself declares. */
    public Set<String> argumentNames() {
        return input.argumentNames();
    }

    /** Returns the arguments that the tool declares, with short descriptions for hints. */
    public List<ToolArgument> declaredArguments() {
        return declaredArguments;
    }

    /** Returns the names of the required arguments. */
    public List<String> requiredArguments() {
        return input.required();
    }

    /** Returns {@code annotations.readOnlyHint}, or null if absent; false if the tool also says that it is destructive. */
    public @Nullable Boolean readOnlyHint() {
        return hints.readOnly();
    }

    /** Returns {@code annotations.destructiveHint}, or null if absent. */
    public @Nullable Boolean destructiveHint() {
        return hints.destructive();
    }

    /** Returns who uses the results of the tool: models, apps, or both. */
    public AppUse appUse() {
        return hints.appUse();
    }

    /** Returns all hints together. */
    public ToolHints hints() {
        return hints;
    }

    public boolean hasOutputSchema() {
        return hasOutputSchema;
    }

    /** Returns {@code execution.taskSupport}: forbidden, optional, or required. */
    public String taskSupport() {
        return taskSupport;
    }

    /** Returns whether the schema allows more arguments without a change of meaning. Conflicts of names are not checked. */
    public boolean canMergeArguments() {
        return input.isExtensible();
    }

    /**
     * Returns whether this tool is listed with the arguments for follow-up reads: it is heavy, its schema allows them, and the
     * name of the cursor is free.
     */
    public boolean hasMergedArguments(ToolPolicy policy) {
        boolean isHeavy = policy.canShape() && policy.policy().get(Policy.HEAVY) && !name.isEmpty();
        return isHeavy
                && canMergeArguments()
                && !argumentNames().contains(ReadSchemas.mergedArguments(policy).get(0));
    }

    /** Returns whether this tool is listed with the argument for changes since an earlier result. */
    public boolean hasChangesArgument(ToolPolicy policy) {
        return policy.canShape()
                && policy.policy().get(Policy.CHANGES_SINCE)
                && policy.isReadOnly(readOnlyHint())
                && canMergeArguments()
                && !name.isEmpty()
                && !argumentNames().contains(ReadSchemas.CHANGES_SINCE);
    }

    /**
     * Returns the entry for a client: as received, except for its output schema, the arguments that Plimsoll adds, and
     * the texts that {@code slimSchemas} shortens. If the arguments for follow-up reads are added, {@code required} is
     * removed, because a follow-up read does not need the tool's arguments.
     */
    public Slice clientEntry(ToolPolicy policy, ClientFeatures clientFeatures) {
        if (name.isEmpty() || !policy.canShape()) {
            return entry;
        }
        Slice merged = hasMergedArguments(policy)
                ? ArgumentMerger.merge(entry, this, ReadSchemas.mergedArguments(policy))
                : entry;
        Policy settings = policy.policy();
        Slice extended = hasChangesArgument(policy) ? ArgumentMerger.addChangesArgument(merged) : merged;
        // a client of an older revision gets no structured content, and one that validates would miss it
        Slice widened = clientFeatures.hasStructured()
                ? ToolEntryWriter.withOutputSchema(extended, policy, clientFeatures.isModern())
                : ToolEntryWriter.withoutOutputSchema(extended);
        return settings.get(Policy.SLIM_SCHEMAS) ? SchemaSlimmer.slim(widened) : widened;
    }
}
