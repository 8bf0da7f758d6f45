package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.Question;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reader that reads page after page, and solves the question from the data that it has read. If the first match
 * answers the question, it stops there; otherwise it reads to the end.
 */
final class PageByPageReader extends Reader {

    PageByPageReader() {
        super("pages");
    }

    @Override
    public boolean canTry(Question question) {
        return true;
    }

    @Override
    JsonNode solve(Transcript transcript, Question question) throws NoSolutionException {
        ReadAnswer first = transcript.firstAnswer();
        boolean isText = first.value() == null;
        if (isText) {
            return solveText(transcript, first, question);
        }
        if (!(question instanceof RecordQuestion records)) {
            throw new NoSolutionException("the answer is not a text");
        }
        return solveRecords(transcript, first, records);
    }

    private static JsonNode solveText(Transcript transcript, ReadAnswer first, Question question)
            throws NoSolutionException {
        StringBuilder text = new StringBuilder();
        ReadAnswer chunk = first;
        while (true) {
            text.append(chunk.text());
            String cursor = chunk.findCursor();
            boolean isLast = !chunk.hasMore();
            if (isLast || question.isLookup()) {
                JsonNode value =
                        findSolution(text.toString(), transcript.payload().format(), question);
                if (value != null) {
                    return value;
                }
            }
            if (isLast || cursor == null) {
                throw new NoSolutionException("not in the text");
            }
            chunk = transcript.read(cursor, Map.of());
        }
    }

    private static @Nullable JsonNode findSolution(String text, TaskPayload.Format format, Question question) {
        try {
            return switch (question) {
                case LineQuestion lines -> LineSolver.solve(text.lines().toList(), lines);
                case RecordQuestion records -> new RecordSolver(TextParser.parse(text, format)).solve(records);
            };
        } catch (NoSolutionException e) {
            return null;
        }
    }

    private static JsonNode solveRecords(Transcript transcript, ReadAnswer first, RecordQuestion question)
            throws NoSolutionException {
        JsonNode document;
        try {
            document = readCompleteValue(transcript, first, question.isLookup() ? question : null);
        } catch (FoundException found) {
            return found.value();
        }
        if (question.isAboutUnreturned() && transcript.hasMoreUpstream()) {
            return Truth.INCOMPLETE;
        }
        return new RecordSolver(document).solve(question);
    }

    /** Thrown to stop when a page has the solution. */
    private static final class FoundException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient JsonNode value;

        FoundException(JsonNode value) {
            super(null, null, false, false);
            this.value = value;
        }

        JsonNode value() {
            return value;
        }
    }

    /**
     * Returns the complete value of which an answer shows the beginning.
     *
     * @param lookup a question that ends the reading when the data solves it; null to read to the end
     * @throws FoundException if the data solves {@code lookup}
     */
    private static JsonNode readCompleteValue(Transcript transcript, ReadAnswer answer, @Nullable RecordQuestion lookup)
            throws NoSolutionException, FoundException {
        ArrayNode items = answer.findItems();
        String cursor = answer.findCursor();
        JsonNode value = answer.value();
        if (value == null) {
            throw new NoSolutionException("a text where a value was expected");
        }
        if (items != null && hasOnlyMembers(items)) {
            return readMembers(transcript, answer, lookup);
        }
        if (items != null) {
            ArrayNode list = JsonValues.newArray();
            readItems(transcript, answer, list, lookup);
            return answer.isListInFrame() ? insertList(value.deepCopy(), answer.path(), list) : list;
        }
        if (cursor == null) {
            return value;
        }
        return readMembers(transcript, transcript.read(cursor, Map.of()), lookup);
    }

    /** Returns whether the items are the members of an object. */
    private static boolean hasOnlyMembers(ArrayNode items) {
        return items.valueStream().allMatch(item -> item.size() == 2 && item.has("key") && item.has("value"));
    }

    private static void readItems(
            Transcript transcript, ReadAnswer first, ArrayNode list, @Nullable RecordQuestion lookup)
            throws NoSolutionException, FoundException {
        ReadAnswer answer = first;
        while (true) {
            ArrayNode items = answer.findItems();
            if (items == null) {
                throw new NoSolutionException("a page without items");
            }
            int start = list.size();
            items.forEach(list::add);
            for (JsonNode folded : answer.header().path("folded")) {
                String path = folded.path("path").asString();
                int index = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
                if (index >= start && index < list.size()) {
                    list.set(index, readCompleteValue(transcript, transcript.read(Map.of("path", path)), null));
                }
            }
            stopIfFound(items, first, lookup);
            String cursor = answer.findCursor();
            if (!answer.hasMore() || cursor == null) {
                return;
            }
            answer = transcript.read(cursor, Map.of());
        }
    }

    private static void stopIfFound(ArrayNode items, ReadAnswer first, @Nullable RecordQuestion lookup)
            throws FoundException {
        JsonNode firstValue = first.value();
        if (lookup != null && firstValue != null) {
            throwIfSolved(
                    first.isListInFrame() ? insertList(firstValue.deepCopy(), first.path(), items) : items, lookup);
        }
    }

    private static void throwIfSolved(JsonNode document, RecordQuestion lookup) throws FoundException {
        JsonNode value;
        try {
            value = new RecordSolver(document).solve(lookup);
        } catch (NoSolutionException e) {
            return;
        }
        throw new FoundException(value);
    }

    /** Reads an object from pages of its members. */
    private static ObjectNode readMembers(Transcript transcript, ReadAnswer first, @Nullable RecordQuestion lookup)
            throws NoSolutionException, FoundException {
        ObjectNode object = JsonValues.newObject();
        ReadAnswer answer = first;
        while (true) {
            ArrayNode items = answer.findItems();
            if (items == null) {
                throw new NoSolutionException("a page without members");
            }
            List<String> foldedPaths = answer.header().path("folded").values().stream()
                    .map(entry -> entry.path("path").asString())
                    .toList();
            for (JsonNode item : items) {
                object.set(item.path("key").asString(), item.path("value"));
            }
            for (String path : foldedPaths) {
                List<String> steps = OutlineParser.steps(path);
                JsonNode completeValue = readCompleteValue(transcript, transcript.read(Map.of("path", path)), null);
                object.set(steps.get(steps.size() - 1), completeValue);
            }
            if (lookup != null) {
                throwIfSolved(object, lookup);
            }
            String cursor = answer.findCursor();
            if (!answer.hasMore() || cursor == null) {
                return object;
            }
            answer = transcript.read(cursor, Map.of());
        }
    }

    /** Puts a list at a path of the frame, and returns the frame. */
    private static JsonNode insertList(JsonNode frame, String path, ArrayNode list) {
        int lastSlash = path.lastIndexOf('/');
        if (frame.at(path.substring(0, lastSlash)) instanceof ObjectNode parent) {
            List<String> steps = OutlineParser.steps(path);
            parent.set(steps.get(steps.size() - 1), list);
        }
        return frame;
    }
}
