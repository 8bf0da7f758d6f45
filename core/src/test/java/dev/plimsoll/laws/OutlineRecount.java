package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Parses each statement of the outline in a header, such as {@code number 1..9 (in 12)}, and compares it
 * with the whole list. */
final class OutlineRecount {

    private static final String TYPE = "object|array|string|number|boolean|null";
    /** {@code string (in 12)}. */
    private static final Pattern PRESENCE = Pattern.compile("^(.*?) ?\\(in (\\d+)\\)$", Pattern.DOTALL);
    /** {@code string|null}. */
    private static final Pattern TYPES = Pattern.compile("(?:" + TYPE + ")(?:\\|(?:" + TYPE + "))*");
    /** {@code string 3, null 2}. */
    private static final Pattern TYPE_COUNTS = Pattern.compile("(?:" + TYPE + ") \\d+(?:, (?:" + TYPE + ") \\d+)+");
    /** {@code [string] 1..4}: arrays with one to four items. */
    private static final Pattern LENGTH = Pattern.compile("^(\\[.*\\]|array) (\\d+)(?:\\.\\.(\\d+))?$", Pattern.DOTALL);
    /** {@code {CODE: number} 3..5 keys of 9}: objects with three to five of nine keys. */
    private static final Pattern MAP = Pattern.compile(
            "^\\{(?:CODE|ID|PATH|KEY)(?:: (.*))?\\} (\\d+)(?:\\.\\.(\\d+))? keys(?: of (\\d+))?(?:: .*)?$",
            Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("^number (-?[0-9.]+?)(?:\\.\\.(-?[0-9.]+))?$");
    private static final Pattern TIME = Pattern.compile("^string (\\d{4}-.*?)(?:\\.\\.(\\d{4}-.*))?$");
    /** {@code string, null 3}. */
    private static final Pattern NULLS = Pattern.compile("^(.*), null (\\d+)$", Pattern.DOTALL);

    private final List<JsonNode> items;
    private int statements;

    OutlineRecount(JsonNode list) {
        this.items = list.valueStream().toList();
    }

    /** Checks all statements; returns their number. */
    int check(JsonNode outline) {
        checkFields(outline, items);
        return statements;
    }

    private void checkFields(JsonNode outline, List<JsonNode> values) {
        List<JsonNode> objects = values.stream().filter(JsonNode::isObject).toList();
        Map<String, List<JsonNode>> byName = new LinkedHashMap<>();
        objects.forEach(object -> object.properties()
                .forEach(member -> byName.computeIfAbsent(member.getKey(), key -> new ArrayList<>())
                        .add(member.getValue())));
        Set<String> shown = new TreeSet<>();
        int dropped = 0;
        for (Map.Entry<String, JsonNode> entry : outline.properties()) {
            String name = entry.getKey();
            if (name.equals("(items)") || name.equals("(map)")) {
                checkPhrase(entry.getValue().asString(), values);
            } else if (name.equals("(fields)")) {
                shown.addAll(List.of(entry.getValue().asString().split(", ", -1)));
            } else if (name.equals("(more)")) {
                dropped = Integer.parseInt(entry.getValue().asString().split(" ", -1)[0]);
            } else if (!name.equals("(is)")) {
                shown.add(name);
                assertThat(byName).containsKey(name);
                checkEntry(entry.getValue(), Objects.requireNonNull(byName.get(name)), objects.size());
            }
        }
        boolean isMap =
                outline.has("(items)") && outline.get("(items)").asString().startsWith("{");
        if (!isMap) {
            assertThat(byName.keySet()).containsAll(shown);
            assertThat(shown.size() + dropped).isEqualTo(byName.size());
            int rarest = shown.stream()
                    .mapToInt(name -> byName.getOrDefault(name, List.of()).size())
                    .min()
                    .orElse(0);
            byName.forEach((name, found) ->
                    assertThat(shown.contains(name) || found.size() <= rarest).isTrue());
        }
    }

    private void checkEntry(JsonNode stated, List<JsonNode> values, int parents) {
        if (stated.isString()) {
            checkPhrase(presence(stated.asString(), values, parents), values);
            return;
        }
        String container = stated.has("(is)") ? stated.get("(is)").asString() : "";
        String about = presence(container, values, parents);
        if (!about.isEmpty() && !about.equals("object")) {
            checkPhrase(about, values);
        }
        List<JsonNode> inside = new ArrayList<>();
        for (JsonNode value : values) {
            if (value.isArray()) {
                value.valueStream().forEach(inside::add);
            } else if (about.startsWith("{") && value.isObject()) {
                value.valueStream().forEach(inside::add);
            } else {
                inside.add(value);
            }
        }
        checkFields(stated, inside);
    }

    /** Checks the number of parents that have a value, and returns the phrase without this number. */
    private String presence(String phrase, List<JsonNode> values, int parents) {
        Matcher matcher = PRESENCE.matcher(phrase);
        if (matcher.matches()) {
            assertThat(Integer.parseInt(matcher.group(2))).isEqualTo(values.size());
            statements++;
            return matcher.group(1);
        }
        boolean isTypeAlone = TYPES.matcher(phrase).matches();
        if (!isTypeAlone) {
            assertThat(values).as("%s", phrase).hasSize(parents);
        }
        return phrase;
    }

    private void checkPhrase(String phrase, List<JsonNode> values) {
        statements++;
        Map<String, Integer> types = counts(values, OutlineRecount::type);
        Matcher length = LENGTH.matcher(phrase);
        Matcher map = MAP.matcher(phrase);
        if (TYPES.matcher(phrase).matches()) {
            assertThat(new TreeSet<>(List.of(phrase.split("\\|", -1)))).isEqualTo(types.keySet());
        } else if (TYPE_COUNTS.matcher(phrase).matches()) {
            Map<String, Integer> stated = new TreeMap<>();
            for (String part : phrase.split(", ", -1)) {
                stated.put(part.split(" ", -1)[0], Integer.parseInt(part.split(" ", -1)[1]));
            }
            assertThat(stated).isEqualTo(types);
        } else if (length.matches()) {
            checkRange(length, 2, values.stream().mapToInt(JsonNode::size).toArray());
            if (length.group(1).startsWith("[")) {
                String inside = length.group(1).substring(1, length.group(1).length() - 1);
                List<JsonNode> all =
                        values.stream().flatMap(JsonNode::valueStream).toList();
                if (!all.isEmpty()) {
                    checkPhrase(inside, all);
                }
            }
        } else if (map.matches()) {
            checkMap(map, values);
        } else if (phrase.startsWith("{") || phrase.startsWith("[") || phrase.contains("|")) {
            checkShape(phrase, values);
        } else {
            checkScalars(phrase, values, types);
        }
    }

    private void checkMap(Matcher map, List<JsonNode> values) {
        List<JsonNode> objects = values.stream().filter(JsonNode::isObject).toList();
        checkRange(map, 2, objects.stream().mapToInt(JsonNode::size).toArray());
        if (map.group(4) != null) {
            Set<String> keys = new TreeSet<>();
            objects.forEach(object -> object.propertyNames().forEach(keys::add));
            assertThat(Integer.parseInt(map.group(4))).isEqualTo(keys.size());
        }
        if (map.group(1) != null) {
            checkPhrase(
                    map.group(1),
                    objects.stream().flatMap(JsonNode::valueStream).toList());
        }
    }

    /** Checks the names in a shape such as <code>{id, name}</code> or <code>[{id, name}]</code>; other
     * shapes contain only types. */
    private void checkShape(String phrase, List<JsonNode> values) {
        List<JsonNode> found = values;
        String shape = phrase;
        if (shape.startsWith("[") && shape.endsWith("]") && values.stream().allMatch(JsonNode::isArray)) {
            found = values.stream().flatMap(JsonNode::valueStream).toList();
            shape = shape.substring(1, shape.length() - 1);
        }
        boolean areNames = shape.matches("\\{[^:{}]*\\}") && found.stream().allMatch(JsonNode::isObject);
        if (areNames) {
            Set<String> names = new TreeSet<>();
            found.forEach(object -> object.propertyNames().forEach(names::add));
            String inside = shape.substring(1, shape.length() - 1);
            Set<String> shown = new TreeSet<>(inside.isEmpty() ? List.of() : List.of(inside.split(", ", -1)));
            String more = shown.stream()
                    .filter(name -> name.endsWith(" more"))
                    .findFirst()
                    .orElse("0 more");
            shown.remove(more);
            assertThat(names).containsAll(shown);
            assertThat(shown.size() + Integer.parseInt(more.split(" ", -1)[0])).isEqualTo(names.size());
        }
    }

    private void checkRange(Matcher matcher, int group, int... sizes) {
        int min = Integer.parseInt(matcher.group(group));
        int max = matcher.group(group + 1) == null ? min : Integer.parseInt(matcher.group(group + 1));
        assertThat(sizes).isNotEmpty();
        assertThat(min).isEqualTo(Arrays.stream(sizes).min().orElseThrow());
        assertThat(max).isEqualTo(Arrays.stream(sizes).max().orElseThrow());
    }

    private void checkScalars(String phrase, List<JsonNode> values, Map<String, Integer> types) {
        Matcher nulls = NULLS.matcher(phrase);
        String stated = phrase;
        if (nulls.matches()) {
            assertThat(Integer.valueOf(nulls.group(2))).isEqualTo(types.get("null"));
            stated = nulls.group(1);
        } else {
            assertThat(types).as("%s", phrase).doesNotContainKey("null");
        }
        List<JsonNode> found = values.stream().filter(value -> !value.isNull()).toList();
        assertThat(counts(found, OutlineRecount::type)).as("%s", phrase).hasSize(1);
        Matcher number = NUMBER.matcher(stated);
        Matcher time = TIME.matcher(stated);
        Map<String, Integer> byValue = counts(found, JsonNode::asString);
        if (number.matches()) {
            List<BigDecimal> numbers =
                    found.stream().map(JsonNode::decimalValue).toList();
            BigDecimal max = new BigDecimal(number.group(number.group(2) == null ? 1 : 2));
            assertThat(numbers.stream().min(BigDecimal::compareTo).orElseThrow())
                    .isEqualByComparingTo(new BigDecimal(number.group(1)));
            assertThat(numbers.stream().max(BigDecimal::compareTo).orElseThrow())
                    .isEqualByComparingTo(max);
        } else if (time.matches()) {
            List<Instant> times = found.stream()
                    .map(value -> Instant.parse(value.asString()))
                    .sorted()
                    .toList();
            assertThat(Instant.parse(time.group(1))).isEqualTo(times.get(0));
            assertThat(Instant.parse(time.group(time.group(2) == null ? 1 : 2))).isEqualTo(times.get(times.size() - 1));
        } else if (stated.startsWith("number: ")) {
            assertThat(listed(stated.substring(8), "(\\S+) x(\\d+)")).isEqualTo(byValue);
        } else if (stated.startsWith("boolean: ")) {
            assertThat(listed(stated.substring(9), "(\\S+) (\\d+)")).isEqualTo(byValue);
        } else if (stated.startsWith("string: ")) {
            assertThat(listed(stated.substring(8), "'([^']*)' (\\d+)")).isEqualTo(byValue);
        } else if (stated.startsWith("string, up to ")) {
            int longest = found.stream()
                    .mapToInt(value ->
                            value.asString().codePointCount(0, value.asString().length()))
                    .max()
                    .orElseThrow();
            assertThat(stated).isEqualTo("string, up to " + longest + " characters");
        } else if (stated.startsWith("string, ")) {
            assertThat(stated).isEqualTo("string, " + byValue.size() + " distinct");
        } else if (!stated.equals("string") && !stated.equals("number")) {
            assertThat(listed(stated, "([^,]*) (\\d+)")).isEqualTo(byValue);
        }
    }

    private static Map<String, Integer> listed(String values, String form) {
        Map<String, Integer> listed = new TreeMap<>();
        Matcher matcher = Pattern.compile("(?:^|, )" + form + "(?=, |$)").matcher(values);
        while (matcher.find()) {
            listed.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
        }
        return listed;
    }

    private static Map<String, Integer> counts(List<JsonNode> values, Function<JsonNode, String> key) {
        return values.stream().collect(Collectors.toMap(key, value -> 1, Integer::sum, TreeMap::new));
    }

    private static String type(JsonNode value) {
        return value.isObject()
                ? "object"
                : value.isArray()
                        ? "array"
                        : value.isString()
                                ? "string"
                                : value.isNumber() ? "number" : value.isBoolean() ? "boolean" : "null";
    }
}
