package dev.plimsoll.shape.literal;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.notice.ItemNoun;
import dev.plimsoll.shape.outline.statistics.DistinctCounter;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Form for a client's user about a list that is too long to show. It asks for a text to search for, for
 * values of fields of the items, and for a limit. Equal lists have equal forms: when the user's answer
 * arrives, the form is created again, to check the answer against it.
 */
public final class ElicitationForm {

    static final String SEARCH = "search";
    static final String LIMIT = "limit";
    static final String SHOW = "show";
    static final String ITEMS = "items";
    static final String OUTLINE = "outline";

    /** First allowed value of each filter: some clients preselect the first value, which must not filter. */
    static final String ANY = "(any)";

    static final int MAX_SEARCH_LENGTH = 200;

    private static final Set<String> RESERVED_NAMES = Set.of(SEARCH, LIMIT, SHOW);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,39}");
    private static final int MAX_FILTERS = 5;
    private static final int MAX_VALUES = 12;

    private final JsonPointer list;
    private final String message;
    private final List<Filter> filters;
    private final int maxItems;

    /**
     * Field of the items that the user can filter by. It has few distinct values, each of which occurs at least twice
     * on average.
     */
    record Filter(String name, boolean isBoolean, List<String> values) {}

    private ElicitationForm(JsonPointer list, String message, List<Filter> filters, int maxItems) {
        this.list = list;
        this.message = message;
        this.filters = filters;
        this.maxItems = maxItems;
    }

    /** Creates the form for a list with this number of items. */
    public static ElicitationForm of(ShapeTask shapeTask, DocumentPart list, long count) {
        String tool = shapeTask.facts().tool();
        String noun = ItemNoun.find(list.pointer().tokens(), shapeTask.facts().ownName());
        String message = tool + " gives " + count + " " + noun + ", too many to show at once. Which ones do you want?";
        return new ElicitationForm(
                list.pointer(), message, filters(list), shapeTask.policy().get(Policy.MAX_PAGE_SIZE));
    }

    private static List<Filter> filters(DocumentPart list) {
        ValueStatistics items = ValueStatistics.of(list.bytes()).items();
        List<Filter> filters = new ArrayList<>();
        for (ValueStatistics.Field field : items == null ? List.<ValueStatistics.Field>of() : items.fields()) {
            Filter filter = filters.size() < MAX_FILTERS ? filter(field) : null;
            if (filter != null) {
                filters.add(filter);
            }
        }
        return filters;
    }

    private static @Nullable Filter filter(ValueStatistics.Field field) {
        String name = field.name().length() > 40 ? "" : field.name().utf8();
        ValueStatistics values = field.values();
        int distinctCount = values.distinct().count();
        boolean isChoice = distinctCount >= 2 && distinctCount <= MAX_VALUES && values.count() >= 2L * distinctCount;
        boolean isFlag = hasOnlyType(values, JsonType.BOOLEAN);
        if (!isChoice
                || !NAME.matcher(name).matches()
                || RESERVED_NAMES.contains(name)
                || !(isFlag || hasOnlyType(values, JsonType.STRING))) {
            return null;
        }
        List<String> choices = new ArrayList<>();
        for (DistinctCounter.Value value : values.distinct().byFrequency()) {
            String text = value.value().utf8();
            if (text.isEmpty()
                    || !text.equals(text.strip())
                    || text.equals(ANY)
                    || JsonText.hasEscapes(value.value())) {
                return null;
            }
            choices.add(text);
        }
        return new Filter(name, isFlag, List.copyOf(choices));
    }

    private static boolean hasOnlyType(ValueStatistics values, JsonType type) {
        int typeCount = values.countOf(type);
        return typeCount > 0 && typeCount + values.countOf(JsonType.NULL) == values.count();
    }

    public String message() {
        return message;
    }

    /** Returns a schema that every revision of MCP allows: one flat object of scalars, none of them required. */
    public Slice schema() {
        JsonWriter out =
                new JsonWriter(1024).beginObject().string("type", "object").beginObject("properties");
        property(SEARCH, "string", "Search", "Text to find anywhere in an item", out);
        out.number("maxLength", MAX_SEARCH_LENGTH).endObject();
        for (Filter filter : filters) {
            property(filter.name, "string", filter.name, "Only items with this " + filter.name, out);
            out.beginArray("enum").string(ANY);
            filter.values.forEach(out::string);
            out.endArray().endObject();
        }
        property(LIMIT, "integer", "Limit", "Maximum items per page", out);
        out.number("minimum", 1).number("maximum", maxItems).endObject();
        String description = "items: the matches; outline: fields and values of all items";
        property(SHOW, "string", "Show", description, out);
        out.strings("enum", List.of("items", "outline")).endObject();
        return out.endObject().endObject().slice();
    }

    /** Begins the schema of a property; the caller adds its limits and ends it. */
    private static void property(String name, String type, String title, String description, JsonWriter out) {
        out.beginObject(name).string("type", type).string("title", title).string("description", description);
    }

    /**
     * Returns the view that a user's response selects.
     *
     * @param response the client's result of {@code elicitation/create}, not validated yet
     * @return null if the user did not accept the form, or if the response does not match it
     */
    public @Nullable View findChosenView(View currentView, Slice response) {
        ElicitationAnswer elicitationAnswer = ElicitationAnswer.of(response, filters, maxItems);
        return elicitationAnswer == null ? null : elicitationAnswer.view(currentView, list.toString());
    }
}
