package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.shape.upstream.PageScan;
import dev.plimsoll.shape.upstream.PagingRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scheme by which one tool pages: which argument selects a page, where it starts, and how it continues. A
 * rule of the configuration comes first, then the tool's schema, then what its pages say.
 *
 * @param rule the configured paging rule of the tool, with empty settings where it says nothing
 */
public record PagingScheme(ListedTool tool, PagingRule rule) {

    /** Normalized name of the offset in SCIM, where the first item has the number 1. */
    private static final String SCIM_OFFSET = "startindex";

    /** Returns the scheme of a tool to which this policy applies. */
    public static PagingScheme of(ListedTool tool, Policy policy) {
        return new PagingScheme(tool, PagingRule.of(policy));
    }

    /** Returns the argument that selects a page; empty if none is known. */
    public String argument(Slice document) {
        return scan(document).argument();
    }

    PageScan scan(Slice document) {
        return PageScan.of(document, tool.declaredArguments(), rule);
    }

    /** Scans a page whose list is at a known path: that of the first page's list. */
    PageScan scan(Slice document, List<String> path) {
        return PageScan.at(path, document, tool.declaredArguments(), rule);
    }

    /** Returns why the rule does not suit the tool, with its key; empty if it does. */
    public String fault() {
        String argument = rule.argument();
        if (!argument.isEmpty() && !tool.argumentNames().contains(argument)) {
            return describeUndeclared(PagingKeys.ARGUMENT.name(), argument);
        }
        String size = rule.sizeArgument();
        return size.isEmpty() || tool.argumentNames().contains(size)
                ? ""
                : describeUndeclared(PagingKeys.SIZE.name(), size);
    }

    private String describeUndeclared(String key, String argument) {
        return key + ": " + tool.name() + " has no argument " + argument + "; "
                + NameSuggestions.suggestion(argument, tool.argumentNames(), "", "it has " + declaredNames());
    }

    private String declaredNames() {
        return tool.argumentNames().isEmpty()
                ? "none"
                : String.join(
                        ", ", tool.argumentNames().stream().sorted().limit(20).toList());
    }

    /** Returns why the rule does not suit a first page, with its key; empty if it does. */
    public String fault(Slice document) {
        String fault = fault();
        return fault.isEmpty() ? scan(document).fault() : fault;
    }

    /**
     * Returns whether a result is a page, which means that it has a list. If the rule does not suit the
     * result, a list at any other place is enough.
     */
    public boolean hasListIn(Slice document) {
        return scan(document).list() != null
                || (!fault(document).isEmpty()
                        && PageScan.of(document, List.of(), PagingRule.NONE).list() != null);
    }

    /**
     * Returns whether another page may follow: the page says so, or says nothing about it. Also returns true
     * if the rule does not suit the page, so that the fault is reported.
     */
    public boolean canHaveMore(Slice document) {
        PageScan page = scan(document);
        boolean hasTotalOrFlag = page.hasMore() != null || page.total() >= 0 || page.totalPages() >= 0;
        boolean hasMore = !page.argument().isEmpty()
                && !Boolean.FALSE.equals(page.hasMore())
                && (!hasTotalOrFlag || page.hasMore() != null || page.total() > page.items() || page.totalPages() > 1);
        return hasMore || !fault().isEmpty() || !page.fault().isEmpty();
    }

    /** Returns whether a page says that another follows it. */
    public boolean hasStatedNextPage(Slice document) {
        PageScan page = PageScan.of(document, List.of(), rule);
        return Boolean.TRUE.equals(page.hasMore()) || page.total() > page.items() || page.totalPages() > 1;
    }

    /** Returns the meaning of the argument; null if it is ambiguous, and the rule names only the argument. */
    @Nullable PagingKind kind(String argument, PageScan first) {
        PagingKind byRule = PagingKind.findByRule(rule.by());
        if (byRule != null) {
            return byRule;
        }
        if (rule.hasNext()) {
            return PagingKind.CURSOR;
        }
        PagingKind byName = PagingKind.ofArgument(argument);
        boolean isAmbiguous = byName == PagingKind.CURSOR && isDeclaredNumber(argument) && first.next() == null;
        return isAmbiguous && !rule.argument().isEmpty() ? null : byName;
    }

    private boolean isDeclaredNumber(String argument) {
        Slice schema = argumentSchema(argument);
        String type = schema == null ? null : ObjectEdit.textIn(schema, "type", 16);
        return "integer".equals(type) || "number".equals(type);
    }

    /** Returns why the page size in the rule cannot be used; empty if it can be used. */
    String sizeFault() {
        return PageSize.fault(tool, rule);
    }

    /**
     * Returns the arguments with the largest page size that the tool allows; unchanged if they already have a
     * page size, or if the largest is unknown.
     */
    Slice withLargestSize(Slice arguments) {
        PageSize pageSize = PageSize.find(tool, rule);
        return pageSize == null || Members.get(arguments, pageSize.argument()) != null
                ? arguments
                : ObjectEdit.with(arguments, pageSize.argument(), Slice.of(Integer.toString(pageSize.largest())));
    }

    /** Returns the value that a counted argument (a page number or an offset) has for the first page that is read. */
    long startValue(String argument, @Nullable PagingKind kind, Slice arguments) {
        Long startArgument = parseInteger(Members.get(arguments, argument));
        return startArgument == null ? firstValue(argument, kind) : startArgument;
    }

    /**
     * Returns the number of records before a page, or a smaller number: if page numbers begin with 0, one
     * page is not counted.
     *
     * @param start value of the argument
     * @param size number of records on a page
     */
    long recordsBefore(String argument, PagingKind kind, long start, int size) {
        if (start <= 1) {
            return 0;
        }
        return switch (kind) {
            case PAGE -> (start - 1) * size;
            case OFFSET -> start - firstValue(argument, kind);
            case AFTER_ITEM, CURSOR -> 0;
        };
    }

    private long firstValue(String argument, @Nullable PagingKind kind) {
        if (rule.firstPage() >= 0) {
            return rule.firstPage();
        }
        Slice schema = argumentSchema(argument);
        boolean isObject = schema != null && Json.type(schema) == JsonType.OBJECT;
        for (String name : List.of("default", "minimum")) {
            Long declaredValue = schema != null && isObject ? parseInteger(Members.get(schema, name)) : null;
            if (declaredValue != null && (declaredValue == 0 || declaredValue == 1)) {
                return declaredValue;
            }
        }
        return kind == PagingKind.PAGE || SCIM_OFFSET.equals(PageScan.normalize(argument)) ? 1 : 0;
    }

    /** Returns an integer, which may be written as a string; null if the value is not an integer. */
    private static @Nullable Long parseInteger(@Nullable Slice value) {
        boolean isText = value != null && Json.type(value) == JsonType.STRING;
        boolean isNumber = value != null && Json.type(value) == JsonType.NUMBER;
        String digits = value == null ? "" : isText ? Json.stringInside(value).utf8() : isNumber ? value.utf8() : "";
        return digits.matches("[0-9]{1,15}") ? Long.valueOf(digits) : null;
    }

    /** Returns the schema of an argument; null if the tool declares none. */
    private @Nullable Slice argumentSchema(String argument) {
        Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
        return properties == null ? null : ObjectEdit.valueIn(properties, argument);
    }

    /**
     * Converts a value to the type that the tool declares for the argument, a number or a string. If it
     * declares none, counted arguments are numbers.
     */
    Slice toDeclaredType(Slice value, String argument, PagingKind kind) {
        Slice schema = argumentSchema(argument);
        String type = schema == null ? null : ObjectEdit.textIn(schema, "type", 16);
        boolean isText = Json.type(value) == JsonType.STRING;
        boolean isCounted = kind == PagingKind.PAGE || kind == PagingKind.OFFSET;
        if ("string".equals(type)) {
            return isText ? value : new ByteSink(24).string(value).slice();
        }
        boolean needsNumber = "integer".equals(type) || "number".equals(type) || (type == null && isCounted);
        String digits = isText ? Json.stringInside(value).utf8() : "";
        return needsNumber && digits.matches("[0-9]{1,15}") ? Slice.of(digits) : value;
    }
}
