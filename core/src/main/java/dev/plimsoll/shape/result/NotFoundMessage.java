package dev.plimsoll.shape.result;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refusals of a path or of fields that a result does not have. They suggest existing names, the most similar first. */
final class NotFoundMessage {

    /** Maximum number of existing names that a refusal lists as allowed. */
    private static final int MAX_ALLOWED_NAMES = 30;

    private static final int MAX_KNOWN_NAMES = 300;
    private static final int MAX_NAME_LENGTH = 60;

    /** Maximum number of existing names in a message. */
    private static final int MAX_SHOWN_NAMES = 8;

    /** Maximum nesting of lists that are searched for a field. */
    private static final int MAX_DEPTH = 3;

    private final Set<String> requestedNames = new LinkedHashSet<>();
    private final Set<String> knownNames = new LinkedHashSet<>();

    private NotFoundMessage(List<String> fields) {
        for (String field : fields) {
            requestedNames.add(field);
            int dot = field.indexOf('.');
            requestedNames.add(dot > 0 ? field.substring(0, dot) : field);
        }
    }

    /** Throws {@link RefusedException} if the target has fields but none of the requested ones. */
    static void requireFields(List<String> fields, DocumentPart documentPart, @Nullable DominantValue dominantValue) {
        if (fields.isEmpty() || !documentPart.isJson()) {
            return;
        }
        Slice searchedValue =
                dominantValue != null && dominantValue.isArray() ? dominantValue.value() : documentPart.bytes();
        NotFoundMessage notFoundMessage = new NotFoundMessage(fields);
        if (notFoundMessage.occursIn(searchedValue, 0) || notFoundMessage.knownNames.isEmpty()) {
            return;
        }
        String firstField = shorten(fields.get(0));
        List<String> suggestions = similarNamesFirst(fields.get(0), notFoundMessage.knownNames);
        throw new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        fields.size() == 1
                                ? "unknown field " + firstField
                                : "unknown fields " + firstField + " and the others: nothing here has any of them",
                        "fields: \"" + suggestions.get(0) + "\"")
                .detail("argument", "fields")
                .detail("allowed", String.join(", ", suggestions));
    }

    private boolean occursIn(Slice value, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.OBJECT) {
            return collectNames(value);
        }
        Elements elements = type == JsonType.ARRAY && depth < MAX_DEPTH ? Elements.of(value) : null;
        while (elements != null && elements.next()) {
            if (occursIn(elements.value(), depth + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Adds the names of members to the known names. Stops and returns true at a requested name. */
    private boolean collectNames(Slice object) {
        Members members = Members.of(object);
        while (members.next()) {
            String name = members.key().length() > 1024 ? "" : members.keyText();
            if (requestedNames.contains(name)
                    || requestedNames.stream().anyMatch(field -> field.startsWith(name + "."))) {
                return true;
            }
            if (knownNames.size() < MAX_KNOWN_NAMES && name.length() <= MAX_NAME_LENGTH) {
                knownNames.add(name);
            }
        }
        return false;
    }

    /** Returns existing names: up to three that are similar to a name, and then others in their order. */
    private static List<String> similarNamesFirst(String name, Collection<String> existingNames) {
        Set<String> sortedNames = new LinkedHashSet<>(NameSuggestions.similarNames(name, existingNames, 3));
        existingNames.stream().limit(MAX_ALLOWED_NAMES).forEach(sortedNames::add);
        return new ArrayList<>(sortedNames);
    }

    private static String shorten(String name) {
        return name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) + "…" : name;
    }

    /** Returns the refusal of a path that does not exist; it suggests paths below the last part that exists. */
    static RefusedException forPath(IndexedResult indexedResult, int blockIndex, JsonPointer path) {
        TextRecords data = indexedResult.records(Math.max(View.DOCUMENT, blockIndex));
        // a path whose first key is in the content around the data is looked up there
        Document document = data != null && isAroundData(data, path)
                ? new Document(data.converted(), true)
                : indexedResult.document();
        return forPath(document.bytes(), document.isJson(), path);
    }

    private static boolean isAroundData(TextRecords data, JsonPointer path) {
        JsonPointer firstKey = JsonPointer.root().child(path.tokens().get(0));
        return firstKey.find(data.value()) == null && firstKey.find(data.converted()) != null;
    }

    private static RefusedException forPath(Slice document, boolean isJson, JsonPointer path) {
        String problem = "path " + shorten(path.toString()) + " does not exist in this result";
        RefusedException notFound = isJson
                ? findLastLevel(document, path).refusal(problem)
                : new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        problem,
                        "leave path out: this is text; lines and find read parts of it");
        return notFound.detail("argument", "path").detail("value", shorten(path.toString()));
    }

    /**
     * The last existing part of a path.
     *
     * @param missingName the next name or index in the path, which does not exist
     */
    private record LastLevel(JsonPointer path, Slice value, String missingName) {

        RefusedException refusal(String problem) {
            String location = path.tokens().isEmpty() ? "the result" : shorten(path.toString());
            JsonType type = Json.type(value);
            if (type == JsonType.OBJECT) {
                return inObject(problem, location);
            }
            if (type == JsonType.ARRAY) {
                int lastIndex = countItems() - 1;
                return lastIndex < 0
                        ? createRefusal(problem + ": " + location + " is an empty list", "path: \"" + path + "\"")
                        : createRefusal(
                                        problem + ": " + location + " has the items 0 to " + lastIndex,
                                        "path: \"" + path + "/0\" to \"" + path + "/" + lastIndex + "\"")
                                .detail("allowed", "0 to " + lastIndex);
            }
            return createRefusal(
                    problem + ": " + location + " is a " + type.typeName(),
                    "path: \"" + path + "\": there is nothing in it");
        }

        private RefusedException inObject(String problem, String location) {
            NotFoundMessage names = new NotFoundMessage(List.of());
            names.collectNames(value);
            List<String> suggestedNames = similarNamesFirst(missingName, names.knownNames);
            if (suggestedNames.isEmpty()) {
                return createRefusal(problem + ": " + location + " is an empty object", "path: \"" + path + "\"");
            }
            String shownNames =
                    String.join(", ", suggestedNames.subList(0, Math.min(MAX_SHOWN_NAMES, suggestedNames.size())));
            int otherCount = names.knownNames.size() - MAX_SHOWN_NAMES;
            String moreText = names.knownNames.size() == MAX_KNOWN_NAMES ? " and more" : " and " + otherCount + " more";
            String description = otherCount > 0 ? shownNames + moreText : shownNames;
            return createRefusal(
                            problem + ": " + location + " has " + description,
                            "path: " + formatPaths(path, suggestedNames))
                    .detail("allowed", String.join(", ", suggestedNames));
        }

        private int countItems() {
            Elements elements = Elements.of(value);
            int itemCount = 0;
            while (elements.next()) {
                itemCount++;
            }
            return itemCount;
        }

        private static RefusedException createRefusal(String message, String suggestion) {
            return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion);
        }
    }

    private static LastLevel findLastLevel(Slice document, JsonPointer path) {
        Slice currentValue = document;
        JsonPointer existingPath = JsonPointer.root();
        for (String token : path.tokens()) {
            Slice child = JsonPointer.root().child(token).find(currentValue);
            if (child == null) {
                break;
            }
            currentValue = child;
            existingPath = existingPath.child(token);
        }
        return new LastLevel(
                existingPath,
                currentValue,
                path.tokens().get(existingPath.tokens().size()));
    }

    private static String formatPaths(JsonPointer existingPath, List<String> names) {
        List<String> paths = new ArrayList<>();
        for (String name : names.subList(0, Math.min(5, names.size()))) {
            paths.add('"' + existingPath.child(name).toString() + '"');
        }
        return String.join(" or ", paths);
    }
}
