package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.shape.upstream.PageScan;
import dev.plimsoll.shape.upstream.PagingRule;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Argument of a tool for the number of items on a page.
 *
 * @param argument name of the argument
 * @param largest the largest number that the schema or its description allows
 */
record PageSize(String argument, int largest) {

    /** Usual names of the argument, in normalized form. Earlier names are preferred. */
    private static final List<String> NAMES = List.of(
            "perpage", "pagesize", "limit", "maxresults", "pagelimit", "first", "size", "count", "top", "max", "take");
    /** Maximum in the description of an argument, such as "at most 100" or "Maximum: 100". */
    private static final Pattern MAXIMUM_IN_DESCRIPTION =
            Pattern.compile("(?:max(?:imum)?|up to|at most)\\D{0,20}?(\\d{1,5})\\b", Pattern.CASE_INSENSITIVE);

    private static final int MAX_NUMBER_LENGTH = 7;

    /**
     * Finds the argument; returns null if the tool has none, or if neither the rule nor the schema says how
     * large it can be.
     */
    static @Nullable PageSize find(ListedTool tool, PagingRule rule) {
        String name = findName(tool, rule);
        int largest = name.isEmpty() ? 0 : rule.maxSize() > 0 ? rule.maxSize() : findDeclaredLargest(tool, name);
        return largest > 0 ? new PageSize(name, largest) : null;
    }

    /** Returns why the size in the rule cannot be used; empty if it can be used, or if the rule has none. */
    static String fault(ListedTool tool, PagingRule rule) {
        boolean isInRule = !rule.sizeArgument().isEmpty() || rule.maxSize() > 0;
        if (!isInRule || find(tool, rule) != null) {
            return "";
        }
        String name = rule.sizeArgument();
        return PagingKeys.SIZE + ": "
                + (name.isEmpty()
                        ? tool.name()
                                + " has no argument that Plimsoll knows as the size of a page; name it, as in NAME="
                                + rule.maxSize()
                        : "the schema of " + tool.name() + " does not say how large " + name + " can be; add it, as in "
                                + name + "=100");
    }

    private static String findName(ListedTool tool, PagingRule rule) {
        return rule.sizeArgument().isEmpty() ? findUsualName(tool) : rule.sizeArgument();
    }

    private static String findUsualName(ListedTool tool) {
        for (String usualName : NAMES) {
            for (String name : tool.argumentNames()) {
                if (PageScan.normalize(name).equals(usualName)) {
                    return name;
                }
            }
        }
        return "";
    }

    private static int findDeclaredLargest(ListedTool tool, String name) {
        Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
        Slice property = properties == null ? null : ObjectEdit.valueIn(properties, name);
        return property == null ? 0 : parseLargest(property);
    }

    private static int parseLargest(Slice property) {
        Slice maximum = Json.type(property) == JsonType.OBJECT ? Members.get(property, "maximum") : null;
        if (maximum != null && Json.type(maximum) == JsonType.NUMBER && maximum.length() <= MAX_NUMBER_LENGTH) {
            return (int) Double.parseDouble(maximum.utf8());
        }
        String description = ObjectEdit.textIn(property, "description", 2_000);
        Matcher matcher = MAXIMUM_IN_DESCRIPTION.matcher(description == null ? "" : description);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
