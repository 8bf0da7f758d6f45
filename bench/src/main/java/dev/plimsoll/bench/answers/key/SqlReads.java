package dev.plimsoll.bench.answers.key;

import dev.plimsoll.bench.answers.program.Tracker;
import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Measures questions about 600 issues and their comments, answered with SQL and with jq. The truth is computed from the records. */
final class SqlReads {

    private static final Policy POLICY_WITH_KEY = Policy.defaults().with(Policy.SQL, true);

    private final Tracker tracker = new Tracker();
    private final List<JsonNode> comments = tracker.issues().stream()
            .flatMap(issue -> tracker.comments(issue.path("number").asInt()).stream())
            .toList();

    private SqlReads() {}

    /**
     * A question.
     *
     * @param hasJoin whether the answer needs the comments, too
     */
    private record Question(JsonNode truth, boolean hasJoin, String sql, String jq) {}

    static KeyReport.Row run() {
        SqlReads reads = new SqlReads();
        List<Question> questions = reads.questions();
        return new KeyReport.Row(
                "sql",
                "600 issues and their comments",
                questions.size(),
                reads.measure(POLICY_WITH_KEY, questions, true),
                reads.measure(Policy.defaults(), questions, false),
                CountedReader.addedListingTokens(POLICY_WITH_KEY));
    }

    private KeyReport.Measurement measure(Policy policy, List<Question> questions, boolean isSql) {
        CountedReader reader = new CountedReader(policy);
        ReadAnswer issuesAnswer = reader.call("export_issues", toolResult(tracker.issues()));
        ReadAnswer commentsAnswer = reader.call("export_comments", toolResult(comments));
        for (Question question : questions) {
            ObjectNode arguments = CountedReader.cursorArguments(issuesAnswer);
            if (question.hasJoin) {
                arguments
                        .putObject("with")
                        .set(
                                "comments",
                                CountedReader.cursorArguments(commentsAnswer).path("cursor"));
            }
            arguments.put(isSql ? "sql" : "query", isSql ? question.sql : question.jq);
            JsonNode results = reader.read("export_issues", arguments).find("results");
            reader.addQuestion(results != null && results.path(0).equals(question.truth));
        }
        return reader.measurement();
    }

    private static Slice toolResult(List<JsonNode> records) {
        ObjectNode result = JsonMapper.shared().createObjectNode();
        result.putArray("content")
                .addObject()
                .put("type", "text")
                .put(
                        "text",
                        JsonMapper.shared().createArrayNode().addAll(records).toString());
        return Slice.of(result.toString());
    }

    private List<Question> questions() {
        return List.of(
                new Question(
                        countRows("state", countValues(tracker.issues().stream().map(issue -> text(issue, "state")))),
                        false,
                        "select state, count(*) n from data group by 1 order by 1",
                        "group_by(.state) | map({state: .[0].state, n: length})"),
                new Question(
                        mostActive(countValues(tracker.issues().stream().map(issue -> text(issue, "author")))),
                        false,
                        "select author, count(*) n from data group by 1 order by 2 desc, 1 limit 5",
                        "group_by(.author) | map({author: .[0].author, n: length}) | sort_by(-.n, .author) | .[:5]"),
                new Question(
                        countRows(
                                "state",
                                countValues(comments.stream().map(comment -> text(issueOf(comment), "state")))),
                        true,
                        "select state, count(*) n from comments join data on number = issue group by 1 order by 1",
                        "(map({(.number | tostring): .state}) | add) as $s | $comments | group_by($s[.issue | tostring])"
                                + " | map({state: $s[.[0].issue | tostring], n: length})"),
                new Question(
                        mostActive(countValues(comments.stream()
                                .filter(comment ->
                                        text(issueOf(comment), "milestone").equals("2026.2"))
                                .map(comment -> text(comment, "author")))),
                        true,
                        "select c.author, count(*) n from comments c join data on number = issue where milestone = '2026.2'"
                                + " group by 1 order by 2 desc, 1 limit 5",
                        "(map(select(.milestone == \"2026.2\").number)) as $m | $comments | map(select(.issue | IN($m[])))"
                                + " | group_by(.author) | map({author: .[0].author, n: length}) | sort_by(-.n, .author) | .[:5]"),
                new Question(
                        countIssuesWithoutCommentOfTheirAuthor(),
                        true,
                        "select count(*) n from data d where not exists (select 1 from comments c where issue = number"
                                + " and c.author = d.author)",
                        "($comments | INDEX(\"\\(.issue) \\(.author)\")) as $c"
                                + " | [{n: (map(select($c[\"\\(.number) \\(.author)\"] | not)) | length)}]"),
                new Question(
                        commentsByMonth(),
                        false,
                        "select left(created_at, 7) as month, sum(comments) n from data group by 1 order by 1",
                        "group_by(.created_at[:7]) | map({month: .[0].created_at[:7], n: (map(.comments) | add)})"),
                new Question(
                        statesByMilestone(),
                        false,
                        "select milestone, count(*) filter (where state = 'open') opened, count(*) filter (where state = 'closed')"
                                + " closed from data where milestone is not null group by 1 order by 1",
                        "map(select(.milestone)) | group_by(.milestone) | map({milestone: .[0].milestone,"
                                + " opened: (map(select(.state == \"open\")) | length),"
                                + " closed: (map(select(.state == \"closed\")) | length)})"),
                new Question(
                        latestOfEachAuthor(),
                        false,
                        "select author, number from (select author, number, row_number() over (partition by author order by"
                                + " created_at desc, number) r from data) d where r = 1 order by 1",
                        "group_by(.author) | map(sort_by(.number) | max_by(.created_at) | {author, number})"));
    }

    private static ArrayNode mostActive(Map<String, Long> countsByAuthor) {
        List<Map.Entry<String, Long>> counts = new ArrayList<>(countsByAuthor.entrySet());
        counts.sort(Comparator.comparing((Map.Entry<String, Long> entry) -> -entry.getValue())
                .thenComparing(Map.Entry::getKey));
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        counts.stream()
                .limit(5)
                .forEach(entry -> rows.addObject().put("author", entry.getKey()).put("n", entry.getValue()));
        return reparse(rows);
    }

    private ArrayNode countIssuesWithoutCommentOfTheirAuthor() {
        long count = tracker.issues().stream()
                .filter(issue -> tracker.comments(issue.path("number").asInt()).stream()
                        .noneMatch(comment -> text(comment, "author").equals(text(issue, "author"))))
                .count();
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        rows.addObject().put("n", count);
        return reparse(rows);
    }

    private JsonNode issueOf(JsonNode comment) {
        return tracker.issues().get(comment.path("issue").asInt() - 1);
    }

    private ArrayNode commentsByMonth() {
        Map<String, Long> sums = tracker.issues().stream()
                .collect(Collectors.groupingBy(
                        issue -> text(issue, "created_at").substring(0, 7),
                        TreeMap::new,
                        Collectors.summingLong(issue -> issue.path("comments").asInt())));
        return countRows("month", sums);
    }

    private ArrayNode statesByMilestone() {
        Map<String, long[]> counts = new TreeMap<>();
        for (JsonNode issue : tracker.issues()) {
            if (!text(issue, "milestone").isEmpty()) {
                counts.computeIfAbsent(text(issue, "milestone"), milestone -> new long[2])[
                        text(issue, "state").equals("open") ? 0 : 1]++;
            }
        }
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        counts.forEach((milestone, count) -> rows.addObject()
                .put("milestone", milestone)
                .put("opened", count[0])
                .put("closed", count[1]));
        return reparse(rows);
    }

    private ArrayNode latestOfEachAuthor() {
        Map<String, JsonNode> latest = new TreeMap<>();
        for (JsonNode issue : tracker.issues()) {
            latest.merge(
                    text(issue, "author"),
                    issue,
                    (one, other) -> text(other, "created_at").compareTo(text(one, "created_at")) > 0 ? other : one);
        }
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        latest.forEach((author, issue) -> rows.addObject()
                .put("author", author)
                .put("number", issue.path("number").asInt()));
        return reparse(rows);
    }

    private static Map<String, Long> countValues(Stream<String> values) {
        return values.collect(Collectors.groupingBy(value -> value, TreeMap::new, Collectors.counting()));
    }

    /** Returns a row for each entry: its key, and its count as {@code n}. */
    private static ArrayNode countRows(String key, Map<String, Long> counts) {
        ArrayNode rows = JsonMapper.shared().createArrayNode();
        counts.forEach((name, count) -> rows.addObject().put(key, name).put("n", count));
        return reparse(rows);
    }

    /** Returns the value with the types of numbers that a parser chooses, so that it equals a parsed value. */
    private static ArrayNode reparse(ArrayNode rows) {
        return (ArrayNode) JsonMapper.shared().readTree(rows.toString());
    }

    private static String text(JsonNode record, String field) {
        return record.path(field).asString("");
    }
}
