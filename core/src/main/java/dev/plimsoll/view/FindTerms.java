package dev.plimsoll.view;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Texts and regular expressions that a search looks for. A view encodes them as one search text: the only term, or a
 * JSON array if there are several terms or the only term begins with a bracket.
 */
public record FindTerms(List<String> all) {

    /** Maximum number of terms in a list. */
    public static final int MAX = 50;

    public FindTerms {
        all = List.copyOf(all);
    }

    /** Reads the search text of a view. */
    public static FindTerms ofSearchText(String searchText) {
        Slice text = Slice.of(searchText);
        boolean isList = searchText.startsWith("[") && Json.isValid(text) && Json.type(text) == JsonType.ARRAY;
        List<String> terms = new ArrayList<>();
        Elements elements = isList ? Elements.of(text) : null;
        while (elements != null && elements.next()) {
            if (elements.type() != JsonType.STRING) {
                return new FindTerms(List.of(searchText));
            }
            terms.add(JsonText.unescapeToString(Json.stringInside(elements.value())));
        }
        return terms.isEmpty() ? new FindTerms(List.of(searchText)) : new FindTerms(terms);
    }

    /** Returns the search text of a view for these terms. */
    public String searchText() {
        String first = all.get(0);
        return all.size() == 1 && !first.startsWith("[")
                ? first
                : new JsonWriter().strings(all).slice().utf8();
    }
}
