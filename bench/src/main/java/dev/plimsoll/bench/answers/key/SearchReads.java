package dev.plimsoll.bench.answers.key;

import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures questions about a manual of 78 sections, answered with ranked search and with {@code find}. A question counts
 * as answered when an answer contains the sentence that answers it. The reader with {@code find} tries up to three words
 * of the question, the longest first.
 */
final class SearchReads {

    private static final Policy POLICY_WITH_KEY = Policy.defaults().with(Policy.SEARCH, true);
    private static final int MAX_FINDS = 3;
    private static final int PARAGRAPHS = 4;

    private static final List<String> SERVICES = List.of(
            "billing", "search", "identity", "mobile", "catalog", "orders", "invoices", "reports", "exports", "alerts");
    private static final List<String> SECTION_TOPICS =
            List.of("Deployment", "Backups", "Access", "Monitoring", "Limits", "Contacts", "Incidents");

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    "how long are audit records of deleted customers kept",
                    "Audit records",
                    "Audit records of customers who were deleted are kept for seven years."),
            new Question(
                    "who approves access to production databases at night",
                    "Night access",
                    "At night, the engineer on call approves access to production databases alone."),
            new Question(
                    "restore a table that was dropped by mistake",
                    "Dropped tables",
                    "To restore a table that was dropped, start a replica from the last snapshot and copy the table."),
            new Question(
                    "why do webhooks arrive twice",
                    "Duplicate webhooks",
                    "Webhooks arrive twice when the receiver answers after more than five seconds."),
            new Question(
                    "rotate the signing key of tokens",
                    "Signing keys",
                    "To rotate the signing key, publish the new key one day before tokens are signed with it."),
            new Question(
                    "maximum size of an uploaded attachment",
                    "Attachments",
                    "The maximum size of an uploaded attachment is 40 MB; larger ones are refused with 413."),
            new Question(
                    "what to tell customers during an outage",
                    "Outage messages",
                    "During an outage, tell customers what does not work, since when, and when the next message comes."),
            new Question(
                    "refund policy for damaged goods",
                    "Damaged on arrival",
                    "A customer who receives damaged goods gets the full price back within 14 days."));

    private SearchReads() {}

    private record Question(String words, String heading, String sentence) {}

    static KeyReport.Row run() {
        return new KeyReport.Row(
                "search",
                "a manual of 78 sections",
                QUESTIONS.size(),
                measureSearch(),
                measureFind(),
                CountedReader.addedListingTokens(POLICY_WITH_KEY));
    }

    private static KeyReport.Measurement measureSearch() {
        CountedReader reader = new CountedReader(POLICY_WITH_KEY);
        ReadAnswer manual = reader.call("read_manual", manualResult());
        for (Question question : QUESTIONS) {
            ObjectNode arguments = CountedReader.cursorArguments(manual);
            arguments.put("search", question.words).put("page_size", 2);
            reader.addQuestion(isAnswered(reader.read("read_manual", arguments), question));
        }
        return reader.measurement();
    }

    private static KeyReport.Measurement measureFind() {
        CountedReader reader = new CountedReader(Policy.defaults());
        ReadAnswer manual = reader.call("read_manual", manualResult());
        for (Question question : QUESTIONS) {
            boolean isAnswered = false;
            for (String word : longestWords(question.words)) {
                if (!isAnswered) {
                    ObjectNode arguments = CountedReader.cursorArguments(manual);
                    arguments.put("find", word).put("page_size", 5);
                    isAnswered = isAnswered(reader.read("read_manual", arguments), question);
                }
            }
            reader.addQuestion(isAnswered);
        }
        return reader.measurement();
    }

    private static boolean isAnswered(ReadAnswer answer, Question question) {
        return String.valueOf(answer.find("matches")).contains(question.sentence);
    }

    private static List<String> longestWords(String words) {
        return Arrays.stream(words.split(" "))
                .sorted(Comparator.comparing(word -> -word.length()))
                .limit(MAX_FINDS)
                .toList();
    }

    /** Returns a manual in which sections without an answer also contain words of the questions. */
    private static Slice manualResult() {
        StringBuilder text = new StringBuilder("# Operations manual\n");
        int number = 0;
        for (String service : SERVICES) {
            text.append("\n## Service ").append(service).append('\n');
            for (String topic : SECTION_TOPICS) {
                number++;
                text.append("\n### ")
                        .append(topic)
                        .append(" of ")
                        .append(service)
                        .append("\n\n");
                for (int i = 0; i < PARAGRAPHS; i++) {
                    String mentionedService = SERVICES.get((SERVICES.indexOf(service) + i) % SERVICES.size());
                    text.append(paragraph(topic, mentionedService, number + i)).append('\n');
                }
            }
            if (SERVICES.indexOf(service) < QUESTIONS.size()) {
                Question question = QUESTIONS.get(SERVICES.indexOf(service));
                text.append("\n### ").append(question.heading).append("\n\n");
                text.append(question.sentence).append(" This section has an owner, who reviews it each quarter.\n");
            }
        }
        ObjectNode result = JsonMapper.shared().createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text.toString());
        return Slice.of(result.toString());
    }

    private static String paragraph(String topic, String service, int number) {
        return switch (topic) {
            case "Deployment" ->
                "Deploy %s at day, in %d steps. Customers see the old version until the last step. Signing and upload are part of the build."
                        .formatted(service, 2 + number % 5);
            case "Backups" ->
                "A snapshot of the databases of %s is made every %d hours and kept for %d days. Test once a month that a table can be copied from it."
                        .formatted(service, 1 + number % 6, 7 + number);
            case "Access" ->
                "Access to %s in production needs a ticket, which a person who approves answers within %d hours. Tokens expire after %d days."
                        .formatted(service, 1 + number % 8, 10 + number);
            case "Monitoring" ->
                "An alarm rings when %s answers more than %d requests after more than two seconds. Records of alarms are kept for a year."
                        .formatted(service, 100 + number);
            case "Limits" ->
                "The maximum rate of %s is %d requests a second for all customers; the policy for each plan is in the price list."
                        .formatted(service, 50 + number * 3);
            case "Contacts" ->
                "Team %s-%d looks after %s. Messages to the team are read during the day; at night, call the number on the wiki."
                        .formatted(service, number % 4, service);
            default ->
                "After an incident of %s, write within %d days what happened, which goods, orders, and customers were touched, and what was restored."
                        .formatted(service, 2 + number % 7);
        };
    }
}
