package dev.plimsoll.bench.answers.task;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Computes the true solutions of tasks from the records of a generator, independently of the code of the readers. */
public final class Truth {

    /** Solution of a question about all records that exist, if the result contains only some of them. */
    public static final JsonNode INCOMPLETE = StringNode.valueOf("the result does not contain all records");

    private Truth() {}

    /** Returns a text as a solution. */
    public static JsonNode of(String text) {
        return StringNode.valueOf(text);
    }

    /** Returns a number as a solution. */
    public static JsonNode of(BigDecimal number) {
        return DecimalNode.valueOf(number);
    }

    public static <T> JsonNode count(Collection<T> records, Predicate<T> predicate) {
        return of(BigDecimal.valueOf(records.stream().filter(predicate).count()));
    }

    public static <T> JsonNode countBy(Collection<T> records, Function<T, String> field) {
        Map<String, Integer> counts = new TreeMap<>();
        records.forEach(item -> counts.merge(field.apply(item), 1, Integer::sum));
        ObjectNode solution = JsonMapper.shared().createObjectNode();
        counts.forEach(solution::put);
        return solution;
    }

    public static JsonNode values(Collection<String> values) {
        ArrayNode solution = JsonMapper.shared().createArrayNode();
        values.forEach(solution::add);
        return solution;
    }

    public static <T> JsonNode top(
            int limit, Collection<T> records, Function<T, BigDecimal> field, Function<T, String> shown) {
        List<String> best = records.stream()
                .sorted(Comparator.comparing(field).reversed())
                .limit(limit)
                .map(shown)
                .toList();
        return values(best);
    }

    public static <T> JsonNode sum(Collection<T> records, Function<T, BigDecimal> field) {
        return of(records.stream().map(field).reduce(BigDecimal.ZERO, BigDecimal::add));
    }
}
