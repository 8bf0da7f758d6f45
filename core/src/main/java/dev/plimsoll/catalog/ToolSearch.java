package dev.plimsoll.catalog;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.SchemaSlimmer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Search for tools by words in names, descriptions, arguments, and result fields. It ranks the tools with BM25: a rare
 * word counts more than a frequent one, and a word in a name more than one in a description.
 */
final class ToolSearch {

    private static final int MAX_SUMMARY_LENGTH = 120;
    /** Maximum number of words that are searched for. */
    private static final int MAX_WORDS = 20;

    // weights of a word by its place: the name or title of the tool, its description, the name and the
    // description of a field
    private static final double NAME_WEIGHT = 4;
    private static final double TEXT_WEIGHT = 1;
    private static final double FIELD_WEIGHT = 1.5;
    private static final double FIELD_TEXT_WEIGHT = 0.5;
    /** Parameter of BM25: how soon further occurrences of a word stop counting. */
    private static final double SATURATION = 1.2;

    /**
     * Parameter of BM25: how much the length counts. Less than usual, because the length of a description says little.
     */
    private static final double LENGTH_EFFECT = 0.3;

    /** Levels of nested schemas whose fields are read. */
    private static final int MAX_DEPTH = 4;

    private ToolSearch() {}

    /** A tool with the weights of its words; {@code length} is the sum of the weights. */
    private record IndexedTool(CatalogTool tool, Map<String, Double> weights, double length) {}

    /**
     * Returns the tools that have at least one of the words, best first; all tools in their order if the text
     * is blank. If no tool has any of the words, returns the tools whose name or description contains one of
     * them inside a longer word.
     */
    static List<CatalogTool> find(List<CatalogTool> tools, String text) {
        Set<String> words =
                new HashSet<>(SearchWords.split(text).stream().limit(MAX_WORDS).toList());
        if (text.isBlank()) {
            return tools;
        }
        List<CatalogTool> ranked = rank(tools, words);
        return ranked.isEmpty() ? findBySubstring(tools, text) : ranked;
    }

    private static List<CatalogTool> rank(List<CatalogTool> tools, Set<String> words) {
        List<IndexedTool> indexedTools = tools.stream().map(ToolSearch::index).toList();
        Map<String, Integer> frequencies = new HashMap<>();
        for (IndexedTool tool : indexedTools) {
            words.stream().filter(tool.weights::containsKey).forEach(word -> frequencies.merge(word, 1, Integer::sum));
        }
        double meanLength =
                indexedTools.stream().mapToDouble(IndexedTool::length).average().orElse(1);
        record ScoredTool(CatalogTool tool, double score) {}
        List<ScoredTool> scoredTools = new ArrayList<>();
        for (IndexedTool tool : indexedTools) {
            double score = 0;
            for (String word : words) {
                score += score(tool, word, frequencies.getOrDefault(word, 0), tools.size(), meanLength);
            }
            if (score > 0) {
                scoredTools.add(new ScoredTool(tool.tool, score));
            }
        }
        scoredTools.sort(Comparator.comparingDouble(ScoredTool::score).reversed());
        return scoredTools.stream().map(ScoredTool::tool).toList();
    }

    private static double score(IndexedTool tool, String word, int frequency, int tools, double meanLength) {
        double weight = tool.weights.getOrDefault(word, 0.0);
        double rarity = Math.log(1 + (tools - frequency + 0.5) / (frequency + 0.5));
        double lengthFactor = 1 - LENGTH_EFFECT + LENGTH_EFFECT * tool.length / meanLength;
        return rarity * weight * (SATURATION + 1) / (weight + SATURATION * lengthFactor);
    }

    private static IndexedTool index(CatalogTool catalogTool) {
        Map<String, Double> weights = new HashMap<>();
        Slice entry = catalogTool.tool().entry();
        addWords(catalogTool.name(), NAME_WEIGHT, weights);
        addWords(text(entry, "title"), NAME_WEIGHT, weights);
        addWords(text(entry, "description"), TEXT_WEIGHT, weights);
        addFields(Members.get(entry, "inputSchema"), MAX_DEPTH, weights);
        addFields(Members.get(entry, "outputSchema"), MAX_DEPTH, weights);
        addNames(catalogTool.resultFields(), weights);
        double length =
                weights.values().stream().mapToDouble(Double::doubleValue).sum();
        return new IndexedTool(catalogTool, weights, Math.max(1, length));
    }

    /** Adds the names and descriptions of the properties of a schema. */
    private static void addFields(@Nullable Slice schema, int depth, Map<String, Double> weights) {
        if (schema == null || depth == 0 || Json.type(schema) != JsonType.OBJECT) {
            return;
        }
        addFields(Members.get(schema, "items"), depth - 1, weights);
        Slice properties = Members.get(schema, "properties");
        if (properties == null || Json.type(properties) != JsonType.OBJECT) {
            return;
        }
        Members members = Members.of(properties);
        while (members.next()) {
            addWords(members.keyText(), FIELD_WEIGHT, weights);
            if (members.type() == JsonType.OBJECT) {
                addWords(text(members.value(), "description"), FIELD_TEXT_WEIGHT, weights);
                addFields(members.value(), depth - 1, weights);
            }
        }
    }

    /** Adds the names of fields at any depth: the shape of results is small. */
    private static void addNames(@Nullable Slice shape, Map<String, Double> weights) {
        if (shape != null && Json.type(shape) == JsonType.ARRAY) {
            Elements elements = Elements.of(shape);
            while (elements.next()) {
                addNames(elements.value(), weights);
            }
        } else if (shape != null && Json.type(shape) == JsonType.OBJECT) {
            Members members = Members.of(shape);
            while (members.next()) {
                addWords(members.keyText(), FIELD_WEIGHT, weights);
                addNames(members.value(), weights);
            }
        }
    }

    private static void addWords(String text, double weight, Map<String, Double> weights) {
        SearchWords.split(text).forEach(word -> weights.merge(word, weight, Double::sum));
    }

    private static List<CatalogTool> findBySubstring(List<CatalogTool> tools, String text) {
        List<String> parts = List.of(text.toLowerCase(Locale.ROOT).strip().split("[\\s,;_.-]+", MAX_WORDS));
        return tools.stream()
                .filter(tool -> parts.stream()
                        .anyMatch(part -> !part.isEmpty()
                                && (tool.name() + " " + description(tool))
                                        .toLowerCase(Locale.ROOT)
                                        .contains(part)))
                .toList();
    }

    private static String description(CatalogTool catalogTool) {
        return text(catalogTool.tool().entry(), "description");
    }

    private static String text(Slice entry, String member) {
        Slice value = Members.get(entry, member);
        return value == null || Json.type(value) != JsonType.STRING
                ? ""
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    /** Returns the first sentence of the description, or its beginning. */
    static String summary(CatalogTool catalogTool) {
        return SchemaSlimmer.firstSentence(description(catalogTool).strip(), MAX_SUMMARY_LENGTH);
    }
}
