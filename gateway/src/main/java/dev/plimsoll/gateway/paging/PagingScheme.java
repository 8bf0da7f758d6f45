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
 * Scheme by which one tool pages. A rule says it first, then the tool's schema, then its pages.
 *
 * @param rule what a rule says
 */
public record PagingScheme(ListedTool tool, PagingRule rule) {

    /** The offset of SCIM, which names the first item 1. */
    private static final String COUNTS_FROM_ONE = "startindex";

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

    /** Scans a page whose list is where that of the first page is. */
    PageScan scan(Slice document, List<String> path) {
        return PageScan.at(path, document, tool.declaredArguments(), rule);
    }

    /** Returns why the rule does not suit the tool, with its key; empty if it does. */
    public String fault() {
        String argument = rule.argument();
        if (!argument.isEmpty() && !tool.argumentNames().contains(argument)) {
            return undeclared(PagingKeys.ARGUMENT.name(), argument);
        }
        String size = rule.sizeArgument();
        return size.isEmpty() || tool.argumentNames().contains(size) ? "" : undeclared(PagingKeys.SIZE.name(), size);
    }

    private String undeclared(String key, String argument) {
        return key + ": " + tool.name() + " has no argument " + argument + "; "
                + NameSuggestions.suggestion(argument, tool.argumentNames(), "", "it has " + names());
    }

    private String names() {
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

    /** Returns whether a result is a page: it has a list, if only in a place where the rule does not look. */
    public boolean findsListIn(Slice document) {
        return scan(document).list() != null
                || (!fault(document).isEmpty()
                        && PageScan.of(document, List.of(), PagingRule.NONE).list() != null);
    }

    /** Returns whether a page says, or does not deny, that another follows it; true if the rule does not suit it. */
    public boolean mayHaveMore(Slice document) {
        PageScan page = scan(document);
        boolean isNamed = page.hasMore() != null || page.total() >= 0 || page.totalPages() >= 0;
        boolean hasMore = !page.argument().isEmpty()
                && !Boolean.FALSE.equals(page.hasMore())
                && (!isNamed || page.hasMore() != null || page.total() > page.items() || page.totalPages() > 1);
        return hasMore || !fault().isEmpty() || !page.fault().isEmpty();
    }

    /** Returns whether a page says that another follows it. */
    public boolean saysMore(Slice document) {
        PageScan page = PageScan.of(document, List.of(), rule);
        return Boolean.TRUE.equals(page.hasMore()) || page.total() > page.items() || page.totalPages() > 1;
    }

    /** Returns what the argument means; null if the rule must say it and does not. */
    @Nullable PagingKind kind(String argument, PageScan first) {
        PagingKind byRule = PagingKind.ofWord(rule.by());
        if (byRule != null) {
            return byRule;
        }
        if (rule.hasNext()) {
            return PagingKind.CURSOR;
        }
        PagingKind byName = PagingKind.of(argument);
        boolean isUnclear = byName == PagingKind.CURSOR && wantsNumber(argument) && first.next() == null;
        return isUnclear && !rule.argument().isEmpty() ? null : byName;
    }

    private boolean wantsNumber(String argument) {
        Slice property = property(argument);
        String type = property == null ? null : ObjectEdit.textIn(property, "type", 16);
        return "integer".equals(type) || "number".equals(type);
    }

    /** Returns why the largest size of a page cannot be used as the rule says; empty if it can. */
    String sizeFault() {
        return PageSize.fault(tool, rule);
    }

    /** Returns the arguments with the largest size of a page; unchanged if they have a size, or if none is known. */
    Slice withLargestSize(Slice arguments) {
        PageSize pageSize = PageSize.of(tool, rule);
        return pageSize == null || Members.get(arguments, pageSize.argument()) != null
                ? arguments
                : ObjectEdit.with(arguments, pageSize.argument(), Slice.of(Integer.toString(pageSize.largest())));
    }

    /** Returns the first value of a counted argument. */
    long startOf(String argument, @Nullable PagingKind kind, Slice arguments) {
        Long given = whole(Members.get(arguments, argument));
        if (given != null) {
            return given;
        }
        if (rule.firstPage() >= 0) {
            return rule.firstPage();
        }
        Slice property = property(argument);
        boolean isObject = property != null && Json.type(property) == JsonType.OBJECT;
        for (String name : List.of("default", "minimum")) {
            Long declared = property != null && isObject ? whole(Members.get(property, name)) : null;
            if (declared != null && (declared == 0 || declared == 1)) {
                return declared;
            }
        }
        return kind == PagingKind.PAGE || COUNTS_FROM_ONE.equals(PageScan.normalized(argument)) ? 1 : 0;
    }

    /** Returns a whole number, which may be a string; null if the value is none. */
    private static @Nullable Long whole(@Nullable Slice value) {
        boolean isText = value != null && Json.type(value) == JsonType.STRING;
        boolean isNumber = value != null && Json.type(value) == JsonType.NUMBER;
        String digits = value == null ? "" : isText ? Json.stringInside(value).utf8() : isNumber ? value.utf8() : "";
        return digits.matches("[0-9]{1,15}") ? Long.valueOf(digits) : null;
    }

    /** Returns the schema of an argument; null if the tool declares none. */
    private @Nullable Slice property(String argument) {
        Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
        return properties == null ? null : ObjectEdit.valueIn(properties, argument);
    }

    /** Returns a value as the type that the tool declares: a number, or a string. Counted arguments are numbers by default. */
    Slice asDeclared(Slice value, String argument, PagingKind kind) {
        Slice property = property(argument);
        String type = property == null ? null : ObjectEdit.textIn(property, "type", 16);
        boolean isText = Json.type(value) == JsonType.STRING;
        boolean isCounted = kind == PagingKind.PAGE || kind == PagingKind.OFFSET;
        if ("string".equals(type)) {
            return isText ? value : new ByteSink(24).string(value).slice();
        }
        boolean wantsNumber = "integer".equals(type) || "number".equals(type) || (type == null && isCounted);
        String digits = isText ? Json.stringInside(value).utf8() : "";
        return wantsNumber && digits.matches("[0-9]{1,15}") ? Slice.of(digits) : value;
    }
}
