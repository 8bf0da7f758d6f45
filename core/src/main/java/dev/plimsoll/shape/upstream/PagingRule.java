package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a rule about the pages of a tool. Values without a setting are found in the tool's schema and its
 * results. Immutable.
 */
public final class PagingRule {

    /** Rule without settings. */
    public static final PagingRule NONE = new PagingRule(Policy.defaults());

    private static final String LAST = "-1";

    private final String argument;
    private final String by;
    private final String size;
    private final @Nullable List<String> next;
    private final @Nullable List<String> items;
    private final @Nullable List<String> total;

    private PagingRule(Policy policy) {
        this.argument = text(policy, PagingKeys.ARGUMENT);
        this.by = text(policy, PagingKeys.BY);
        this.size = text(policy, PagingKeys.SIZE);
        this.next = path(policy, PagingKeys.NEXT);
        this.items = path(policy, PagingKeys.ITEMS);
        this.total = path(policy, PagingKeys.TOTAL);
    }

    public static PagingRule of(Policy policy) {
        PagingRule rule = new PagingRule(policy);
        return rule.isEmpty() ? NONE : rule;
    }

    private static String text(Policy policy, PolicyKey<String> key) {
        String value = policy.find(key);
        return value == null ? "" : value;
    }

    private static @Nullable List<String> path(Policy policy, PolicyKey<String> key) {
        String value = policy.find(key);
        return value == null ? null : JsonPointer.parsePath(value).tokens();
    }

    public boolean isEmpty() {
        return argument.isEmpty() && by.isEmpty() && size.isEmpty() && next == null && items == null && total == null;
    }

    /** Returns the name of the argument that selects a page; empty if the rule does not say it. */
    public String argument() {
        return beforeEqualsSign(argument);
    }

    /** Returns the name of the argument that selects a page, if the tool declares this argument; empty otherwise. */
    String argumentOf(List<ToolArgument> declared) {
        return declared.stream()
                        .anyMatch(declaredArgument -> declaredArgument.name().equals(argument()))
                ? argument()
                : "";
    }

    /** Returns the value of the argument for the first page; -1 if the rule does not say it. */
    public int firstPage() {
        int equalsSign = argument.indexOf('=');
        return equalsSign < 0 ? -1 : Integer.parseInt(argument.substring(equalsSign + 1));
    }

    /**
     * Returns the setting {@code paging.by}, which tells what the argument means; empty if the rule does not set it.
     */
    public String by() {
        return by;
    }

    /** Returns the name of the argument for the size of a page; empty if the rule does not say it. */
    public String sizeArgument() {
        String name = beforeEqualsSign(size);
        return isNumber(name) ? "" : name;
    }

    /** Returns the largest size of a page; 0 if the rule does not say it. */
    public int maxSize() {
        String number = size.substring(size.indexOf('=') + 1);
        return isNumber(number) ? Integer.parseInt(number) : 0;
    }

    private static String beforeEqualsSign(String text) {
        int equalsSign = text.indexOf('=');
        return equalsSign < 0 ? text : text.substring(0, equalsSign);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns whether the rule says where the next page is named. */
    public boolean hasNext() {
        return next != null;
    }

    /** Returns whether the rule says where the total is. */
    public boolean hasTotal() {
        return total != null;
    }

    @Nullable List<String> next() {
        return next;
    }

    @Nullable List<String> items() {
        return items;
    }

    @Nullable List<String> total() {
        return total;
    }

    /** Returns the value at a path; null if there is none. */
    static @Nullable Slice findValue(Slice document, List<String> path) {
        Slice current = document;
        for (String key : path) {
            Slice value = findChild(current, key);
            if (value == null) {
                return null;
            }
            current = value;
        }
        return current;
    }

    /** Returns a member of an object, or an element of an array by its index; -1 is the last. Null if there is none. */
    static @Nullable Slice findChild(Slice value, String key) {
        JsonType type = Json.type(value);
        if (type == JsonType.OBJECT) {
            return Members.get(value, key);
        }
        boolean isIndex = key.equals(LAST) || (isNumber(key) && key.length() <= 9);
        if (type != JsonType.ARRAY || !isIndex) {
            return null;
        }
        int wantedIndex = Integer.parseInt(key);
        Slice element = null;
        Elements elements = Elements.of(value);
        for (int i = 0; elements.next(); i++) {
            if (i == wantedIndex || wantedIndex < 0) {
                element = elements.value();
            }
            if (i == wantedIndex) {
                break;
            }
        }
        return element;
    }

    /** Returns a path in the form of a rule: {@code .} for the document, {@code meta.next}, or a JSON Pointer. */
    static String format(List<String> path) {
        boolean isPlain = !path.isEmpty() && path.stream().allMatch(key -> key.matches("[\\w-]+"));
        return path.isEmpty()
                ? "."
                : isPlain
                        ? String.join(".", path)
                        : pointer(JsonPointer.root(), path).toString();
    }

    static JsonPointer pointer(JsonPointer start, List<String> path) {
        JsonPointer pointer = start;
        for (String key : path) {
            pointer = pointer.child(key);
        }
        return pointer;
    }
}
