package dev.plimsoll.catalog;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One tool in place of many: {@code {"help":"words"}} finds them, {@code {"name":…}} shows the arguments of one, {@code
 * {"name":…,"call":{…}}} calls it. The size of its list entry is bounded, however many tools there are. Immutable.
 */
public final class Dispatcher {

    /** Name of the tool in the gateway. */
    public static final String TOOL = "plimsoll_tools";

    /**
     * Maximum number of characters of the name index. Together with the sentences before it, the description stays
     * below the 2,048 characters that clients show.
     */
    private static final int MAX_INDEX_LENGTH = 1_200;

    private static final int MAX_SUGGESTIONS = 3;
    private static final int MAX_TEXT_BYTES = 4_096;

    private static final String FIND_CALL = exampleCall("help", "words");
    private static final String LIST_CALL = exampleCall("help", "");
    private static final String SHOW_CALL = exampleCall("name", "TOOL");

    private final String name;
    private final Map<String, CatalogTool> toolsByName;

    /** Creates a dispatcher with this name for these tools; of two tools with the same name, the first is used. */
    public Dispatcher(String name, List<CatalogTool> tools) {
        Map<String, CatalogTool> byName = new LinkedHashMap<>();
        tools.forEach(catalogTool -> byName.putIfAbsent(catalogTool.name(), catalogTool));
        this.name = name;
        this.toolsByName = byName;
    }

    public String name() {
        return name;
    }

    public List<CatalogTool> tools() {
        return List.copyOf(toolsByName.values());
    }

    /**
     * Returns the dispatcher's own list entry. Its description names the tools for which {@code isNamed} is
     * true; the other tools are found only through {@code help}.
     */
    public Slice entry(Predicate<CatalogTool> isNamed) {
        List<String> names = toolsByName.values().stream()
                .filter(isNamed)
                .map(CatalogTool::name)
                .toList();
        JsonWriter json = new JsonWriter(2048).beginObject().string("name", name);
        json.string(
                "description",
                "Finds, explains and calls " + toolsByName.size() + " tools. " + FIND_CALL
                        + " finds tools, " + SHOW_CALL + " shows a tool's arguments,"
                        + " {\"name\":\"TOOL\",\"call\":{…arguments}} calls it."
                        + (names.isEmpty() ? "" : " Tools: " + NameIndex.write(names, MAX_INDEX_LENGTH)));
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        writeArgument("name", "string", "the tool", json);
        writeArgument("help", "string", "words to find tools by; empty: all", json);
        writeArgument("call", "object", "the tool's arguments; {} for none", json);
        json.endObject().endObject();
        boolean isReadOnly =
                allMatch(catalogTool -> Boolean.TRUE.equals(catalogTool.tool().readOnlyHint()));
        boolean isHarmless =
                allMatch(catalogTool -> !Boolean.TRUE.equals(catalogTool.tool().destructiveHint()));
        json.beginObject("annotations").bool("readOnlyHint", isReadOnly).bool("destructiveHint", !isHarmless);
        return json.endObject().endObject().slice();
    }

    private static void writeArgument(String argument, String type, String description, JsonWriter json) {
        json.beginObject(argument)
                .string("type", type)
                .string("description", description)
                .endObject();
    }

    private boolean allMatch(Predicate<CatalogTool> condition) {
        return toolsByName.values().stream().allMatch(condition);
    }

    /**
     * Decides whether a call with these arguments asks for help or calls a tool.
     *
     * @param isVisible whether this caller sees a tool
     * @throws RefusedException if the arguments are invalid
     */
    public DispatchDecision decide(@Nullable Slice arguments, Predicate<CatalogTool> isVisible) {
        boolean isObject = arguments != null && Json.isValid(arguments) && Json.type(arguments) == JsonType.OBJECT;
        Slice request = arguments == null || !isObject ? Slice.of("{}") : arguments;
        String tool = findText(request, "name");
        String help = findText(request, "help");
        Slice call = findCall(request);
        if (tool == null) {
            if (call != null) {
                throw refusal("name is missing: call has only the arguments", LIST_CALL + " lists the tools")
                        .detail("argument", "name");
            }
            return new DispatchDecision.Help(searchResult(help == null ? "" : help, isVisible));
        }
        CatalogTool catalogTool = toolsByName.get(tool);
        if (catalogTool == null || (call == null && !isVisible.test(catalogTool))) {
            throw unknownTool(tool, isVisible);
        }
        return call == null
                ? new DispatchDecision.Help(helpResult(catalogTool))
                : new DispatchDecision.Call(catalogTool, call);
    }

    private RefusedException unknownTool(String tool, Predicate<CatalogTool> isVisible) {
        List<String> visibleNames =
                tools().stream().filter(isVisible).map(CatalogTool::name).toList();
        Set<String> suggestions =
                new LinkedHashSet<>(NameSuggestions.similarNames(tool, visibleNames, MAX_SUGGESTIONS));
        ToolSearch.find(tools(), tool).stream()
                .filter(isVisible)
                .limit(MAX_SUGGESTIONS)
                .forEach(catalogTool -> suggestions.add(catalogTool.name()));
        RefusedException refusal = new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "there is no such tool",
                        suggestions.isEmpty()
                                ? LIST_CALL
                                : exampleCall("name", suggestions.iterator().next()))
                .detail("argument", "name");
        return suggestions.isEmpty() ? refusal : refusal.detail("near", String.join(", ", suggestions));
    }

    private static String exampleCall(String argument, String value) {
        return new JsonWriter(64)
                .beginObject()
                .string(argument, value)
                .endObject()
                .slice()
                .utf8();
    }

    private static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion);
    }

    private static @Nullable String findText(Slice object, String member) {
        Slice value = findNonNull(object, member);
        if (value == null) {
            return null;
        }
        if (Json.type(value) != JsonType.STRING || value.length() > MAX_TEXT_BYTES) {
            throw refusal(member + " must be a string of at most " + MAX_TEXT_BYTES + " bytes", FIND_CALL)
                    .detail("argument", member);
        }
        return JsonText.unescapeToString(Json.stringInside(value));
    }

    /** Returns {@code call} as an object; also reads an object inside a string, which some models send. */
    private static @Nullable Slice findCall(Slice object) {
        Slice value = findNonNull(object, "call");
        if (value == null || Json.type(value) == JsonType.OBJECT) {
            return value;
        }
        if (Json.type(value) == JsonType.STRING) {
            Slice callObject = Slice.of(JsonText.unescape(Json.stringInside(value)));
            if (Json.isValid(callObject) && Json.type(callObject) == JsonType.OBJECT) {
                return Json.trim(callObject);
            }
        }
        throw refusal("call must be an object: the tool's arguments", "{\"name\":\"TOOL\",\"call\":{}}")
                .detail("argument", "call");
    }

    /** Returns the member; null if it is absent or {@code null}. */
    private static @Nullable Slice findNonNull(Slice object, String member) {
        Slice value = Members.get(object, member);
        return value == null || Json.type(value) == JsonType.NULL ? null : value;
    }

    private Slice searchResult(String help, Predicate<CatalogTool> isVisible) {
        List<CatalogTool> visible = new ArrayList<>();
        for (CatalogTool catalogTool : ToolSearch.find(tools(), help)) {
            if (isVisible.test(catalogTool)) {
                visible.add(catalogTool);
            }
        }
        JsonWriter text = new JsonWriter().beginObject();
        text.string(
                "next",
                visible.isEmpty()
                        ? "no tool has any of these words; " + LIST_CALL + " lists all"
                        : SHOW_CALL + " shows a tool's arguments");
        text.array("tools", visible, Dispatcher::writeFoundTool);
        return textResult(text.endObject().slice());
    }

    private static void writeFoundTool(CatalogTool catalogTool, JsonWriter json) {
        json.beginObject().string("name", catalogTool.name());
        String summary = ToolSearch.summary(catalogTool);
        if (!summary.isEmpty()) {
            json.string("about", summary);
        }
        json.endObject();
    }

    /**
     * Returns the list entry with the fields of the results, but without the members that do not help to call the tool.
     */
    private static Slice helpResult(CatalogTool catalogTool) {
        JsonWriter text = new JsonWriter(catalogTool.clientEntry().length()).beginObject();
        Members members = Members.of(catalogTool.clientEntry());
        while (members.next()) {
            if (!members.keyIs("outputSchema") && !members.keyIs("_meta") && !members.keyIs("icons")) {
                text.rawMember(members.member());
            }
        }
        if (catalogTool.resultFields() != null) {
            text.raw("result", catalogTool.resultFields());
        }
        return textResult(text.endObject().slice());
    }

    private static Slice textResult(Slice text) {
        JsonWriter json = new JsonWriter(text.length() + 64).beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text).endObject();
        return json.endArray().endObject().slice();
    }
}
