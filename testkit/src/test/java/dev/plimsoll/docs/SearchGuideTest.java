package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.tokens.Estimator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that the guide for ranked search shows a conversation with the answers that the engine gives. */
class SearchGuideTest {

    private static final String GUIDE = "docs/guides/search.md";
    private static final String QUESTION = "\"search\":\"refund policy for damaged goods\"";
    private static final Policy POLICY =
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_500).with(Policy.SEARCH, true);

    private final Project project = Project.find();
    private final ExampleEngine files = ExampleEngine.of("read_text_file", POLICY);
    private final ExampleEngine tickets = ExampleEngine.of("list_tickets", POLICY);

    /** Returns a manual of several thousand words, in which one section answers the question. */
    private static String manual() {
        String[] parts = {"Orders", "Shipping", "Invoices", "Accounts", "Warehouse", "Returns"};
        StringBuilder text = new StringBuilder("# Shop manual\n");
        for (String part : parts) {
            text.append("\n## ").append(part).append('\n');
            for (int i = 1; i <= 12; i++) {
                text.append("\n### ").append(part).append(" rule ").append(i).append("\n\n");
                text.append("Rule ").append(i).append(" of the ").append(part.toLowerCase(java.util.Locale.ROOT));
                text.append(" team: write the number of the order into each message, and answer within ");
                text.append(i)
                        .append(" days.\nThe policy applies to all stores, and the team leader approves exceptions.\n");
            }
        }
        return text.append("""

                ### Damaged on arrival

                A customer who receives damaged goods gets the full price back within 14 days.
                We pay for the return parcel. A photo of the damage is enough; no form is needed.

                ### Changed mind

                A refund without a reason is possible for 30 days. The customer pays for the parcel.
                """).toString();
    }

    private static String ticketList() {
        String[] titles = {"Invoice has a wrong address", "Parcel is late", "Login fails", "Discount is missing"};
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < 120; i++) {
            String title = i == 77 ? "Goods arrived damaged" : titles[i % titles.length];
            String text = i == 77 ? "The lamp is broken. I want a refund." : "Please look at order " + (5000 + i) + ".";
            list.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(900 + i)
                    .append(",\"title\":\"")
                    .append(title);
            list.append("\",\"status\":\"open\",\"text\":\"").append(text).append("\"}");
        }
        return list.append(']').toString();
    }

    private static String read(ExampleEngine engine, String cursor, String more) {
        return engine.read(cursor, "{\"cursor\":\"$\"," + more + "}").text(0);
    }

    private Map<String, String> sections() {
        String manual = files.text(manual()).cursor();
        String list = tickets.text(ticketList()).cursor();
        String answer = read(files, manual, QUESTION + ",\"page_size\":2");
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("search-text", json(answer));
        sections.put(
                "search-more", "```\n" + read(files, manual, "\"path\":\"#80\"").stripTrailing() + "\n```");
        sections.put("search-records", json(read(tickets, list, QUESTION + ",\"page_size\":2")));
        sections.put("search-cost", costs(manual));
        return sections;
    }

    private String costs(String cursor) {
        String find = "\"find\":[\"refund\",\"policy\",\"damaged\",\"goods\"]";
        return """
                | reading | tokens | shows the section |
                |---|---|---|
                | the whole file | %s | yes |
                | `find` with `refund`, `policy`, `damaged`, and `goods`, first page | %s | %s |
                | `search`, two passages | %s | yes |
                | `search`, five passages (default) | %s | yes |""".formatted(
                        tokens(manual()),
                        tokens(read(files, cursor, find)),
                        read(files, cursor, find).contains("full price") ? "yes" : "no",
                        tokens(read(files, cursor, QUESTION + ",\"page_size\":2")),
                        tokens(read(files, cursor, QUESTION)));
    }

    private static int tokens(String text) {
        return Estimator.BPE.decidingCounter().count(Slice.of(text));
    }

    private static String json(String text) {
        return "```json\n" + text.stripTrailing() + "\n```";
    }

    @Test
    void showsTheAnswersOfTheEngine() {
        DocumentPage page = new DocumentPage(project.read(GUIDE));
        DocumentPage expected = page.withSections(sections());
        boolean writes = "write".equals(System.getProperty("plimsoll.docs"));
        if (writes) {
            project.write(GUIDE, expected.text());
        }

        assertThat(page.names()).containsExactlyInAnyOrderElementsOf(sections().keySet());
        assertThat(writes ? expected : page)
                .as("%s is outdated; -Dplimsoll.docs=write updates it", GUIDE)
                .isEqualTo(expected);
    }

    @Test
    void saysWhatTheArgumentAddsToTheToolList() {
        int tokens = entryTokens(POLICY) - entryTokens(Policy.defaults());

        assertThat(project.read(GUIDE)).contains("which adds " + tokens + " tokens to the tool list");
    }

    private static int entryTokens(Policy policy) {
        return tokens(ReadTool.entry(ClientFeatures.current(), false, Policies.of(policy))
                .utf8());
    }

    @Test
    void bestPassageIsTheOneThatAnswers() {
        String answer = read(files, files.text(manual()).cursor(), QUESTION + ",\"page_size\":1");

        assertThat(answer).contains("full price back within 14 days").contains("Damaged on arrival");
    }
}
