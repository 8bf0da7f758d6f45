package dev.plimsoll.catalog;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.SchemaSlimmer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds tools by words. A word in a name counts more than one in a description. */
final class ToolSearch {

    private static final int NAME_WEIGHT = 3;
    private static final int MAX_SUMMARY_LENGTH = 120;
    private static final int MAX_WORDS = 20;

    private ToolSearch() {}

    /** Returns the tools with any of the words, best first; all tools in their order if there are no words. */
    static List<CatalogTool> find(List<CatalogTool> tools, String text) {
        List<String> words = List.of(text.toLowerCase(Locale.ROOT).strip().split("[\\s,;_.-]+", MAX_WORDS));
        if (text.isBlank()) {
            return tools;
        }
        record Scored(CatalogTool tool, int score) {}
        List<Scored> found = new ArrayList<>();
        for (CatalogTool catalogTool : tools) {
            int score = score(catalogTool, words);
            if (score > 0) {
                found.add(new Scored(catalogTool, score));
            }
        }
        found.sort(Comparator.comparingInt(Scored::score).reversed());
        return found.stream().map(Scored::tool).toList();
    }

    private static int score(CatalogTool catalogTool, List<String> words) {
        String name = catalogTool.name().toLowerCase(Locale.ROOT);
        String description = description(catalogTool).toLowerCase(Locale.ROOT);
        int score = 0;
        for (String word : words) {
            if (!word.isEmpty()) {
                score += (name.contains(word) ? NAME_WEIGHT : 0) + (description.contains(word) ? 1 : 0);
            }
        }
        return score;
    }

    private static String description(CatalogTool catalogTool) {
        Slice entry = catalogTool.tool().entry();
        Slice value = Members.get(entry, "description");
        return value == null || Json.type(value) != JsonType.STRING
                ? ""
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    /** Returns the first sentence of the description, or its beginning. */
    static String summary(CatalogTool catalogTool) {
        return SchemaSlimmer.firstSentence(description(catalogTool).strip(), MAX_SUMMARY_LENGTH);
    }
}
