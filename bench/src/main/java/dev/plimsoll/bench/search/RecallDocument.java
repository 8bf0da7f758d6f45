package dev.plimsoll.bench.search;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.rank.PassageCollector;
import dev.plimsoll.search.rank.PassageList;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.tokens.Estimator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Document in the result of a tool, with the calls that search it. */
record RecallDocument(Plimsoll engine, ToolCall call, String cursor, String text) {

    /** Number of passages or matches in an answer. */
    private static final int PAGE_SIZE = 5;

    /** Number of lines before and after a match of {@code find}. */
    private static final int CONTEXT = 5;

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int MIN_WORD = 3;
    /** Code point from which characters belong to scripts without spaces between words, such as Chinese. */
    private static final int MIN_UNSPACED = 0x2E80;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final StoreLimits LIMITS = new StoreLimits(1L << 28, 1L << 28, 100);
    private static final JsonMapper JSON = new JsonMapper();

    static RecallDocument index(String text) {
        Plimsoll engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(LIMITS, () -> Instant.EPOCH, new Random(1)))
                .keys(KeyRing.of(new byte[32]))
                .policy(Policy.defaults().with(Policy.SEARCH, true).with(Policy.QUERY_TIME_MS, TIMEOUT_MILLIS))
                .build();
        ToolCall call = ToolCall.of("files", "read_file", "caller");
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        Slice answer =
                engine.guard(call, RawResult.of(Slice.of(result.toString()))).result();
        String cursor = JSON.readTree(answer.utf8())
                .at("/_meta/dev.plimsoll~1page/nextCursor")
                .asString();
        return new RecallDocument(engine, call, cursor, text);
    }

    List<String> passages() {
        Slice bytes = Slice.of(text);
        PassageList list = PassageCollector.indexText(
                        bytes,
                        new DocumentIndexes() {},
                        any -> null,
                        SearchDeadline.ofRankedSearch(TIMEOUT_MILLIS, System::nanoTime))
                .passages();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < list.count(); i++) {
            all.add(bytes.sub(list.from(i), list.to(i)).utf8());
        }
        return all;
    }

    /**
     * Returns the rank of the passage in each answer, and the tokens of the answer. The rank is counted from 1, and is 0
     * if the answer does not contain the passage.
     */
    ObjectNode rankPassage(String question, String passage) {
        ObjectNode ranked = arguments().put("search", question);
        ObjectNode exact = arguments().put("context", CONTEXT).put("page_size", PAGE_SIZE);
        ArrayNode words = exact.putArray("find");
        splitWords(question).forEach(words::add);
        ObjectNode result = JSON.createObjectNode();
        addRankAndTokens("search", ranked, passage, result);
        addRankAndTokens("find", exact, passage, result);
        addRankAndTokens("findPage", withoutPageSize(exact), passage, result);
        return result;
    }

    private void addRankAndTokens(String name, ObjectNode arguments, String passage, ObjectNode result) {
        String answer =
                engine.read(call, Slice.of(arguments.toString())).result().utf8();
        String shown = JSON.readTree(answer).at("/content/0/text").asString();
        int rank = 0;
        int position = 0;
        for (JsonNode match : JSON.readTree(shown).path("matches")) {
            position++;
            StringBuilder all = new StringBuilder();
            match.path("before").forEach(line -> all.append(line.asString()));
            all.append(match.path("text").asString());
            match.path("after").forEach(line -> all.append(line.asString()));
            boolean isFound = withoutSpaces(all.toString()).contains(withoutSpaces(passage));
            rank = rank == 0 && isFound ? position : rank;
        }
        result.put(name, rank);
        result.put(name + "Tokens", Estimator.BPE.decidingCounter().count(Slice.of(shown)));
    }

    private static ObjectNode withoutPageSize(ObjectNode arguments) {
        ObjectNode other = arguments.deepCopy();
        other.remove("page_size");
        return other;
    }

    private ObjectNode arguments() {
        return JSON.createObjectNode().put("cursor", cursor);
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("(?U)\\s+", "");
    }

    /** Returns the words of a question; in scripts without spaces, each pair of neighboring characters. */
    private static Set<String> splitWords(String question) {
        Set<String> words = new LinkedHashSet<>();
        Matcher matcher = WORD.matcher(question);
        while (matcher.find()) {
            String word = matcher.group();
            boolean isUnspaced = word.codePoints().anyMatch(c -> c >= MIN_UNSPACED);
            for (int i = 0; isUnspaced && i + 2 <= word.length(); i++) {
                words.add(word.substring(i, i + 2));
            }
            if (!isUnspaced && word.length() >= MIN_WORD) {
                words.add(word);
            }
        }
        return words;
    }
}
