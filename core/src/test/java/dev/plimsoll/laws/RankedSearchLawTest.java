package dev.plimsoll.laws;

import static dev.plimsoll.laws.RankedSearch.data;
import static dev.plimsoll.laws.RankedSearch.matches;
import static dev.plimsoll.laws.ReadingArgumentsLawTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.search.rank.QuestionWords;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.PropertyCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Checks the answers of ranked search: what they contain, their order, their locations, and their limits. */
@Execution(ExecutionMode.CONCURRENT)
class RankedSearchLawTest {

    private static final Generator<Long> SEEDS = (random, size) -> random.nextLong();

    private static final String[] WORDS = {
        "refund", "goods", "damaged", "policy", "the", "order", "Ärger", "naïve", "退款", "政策说明", "商品", "ядро", "файл",
        "한국어", "정책", "カメラ", "x86", "café"
    };

    /** Returns a text with headings, paragraphs, and long lines. */
    private static String text(Random random, int paragraphs) {
        StringBuilder text = new StringBuilder("# Manual\n\n");
        for (int i = 0; i < paragraphs; i++) {
            if (random.nextInt(4) == 0) {
                text.append("## ").append(word(random)).append(' ').append(i).append("\n\n");
            }
            int words = random.nextInt(10) == 0 ? 700 : 20 + random.nextInt(60);
            for (int j = 0; j < words; j++) {
                text.append(word(random))
                        .append(random.nextInt(12) == 0 ? ". " : words > 100 || j % 12 > 0 ? " " : "\n");
            }
            text.append("\n\n");
        }
        return text.toString();
    }

    private static String word(Random random) {
        return random.nextInt(3) == 0 ? "w" + random.nextInt(300) : WORDS[random.nextInt(WORDS.length)];
    }

    private static String records(Random random, int count) {
        ArrayNode records = RankedSearch.JSON.createArrayNode();
        for (int i = 0; i < count; i++) {
            var each = records.addObject().put("id", i).put("title", word(random) + " " + word(random));
            each.put("body", random.nextInt(8) == 0 ? text(random, 6) : word(random) + " " + word(random));
            each.putObject("owner").put("name", word(random));
        }
        return records.toString();
    }

    @Test
    void passagesContainWordsOfTheQuestion() {
        PropertyCases.check(40, 3, SEEDS, seed -> {
            Random random = new Random(seed);
            boolean isText = random.nextBoolean();
            String result = isText ? text(random, 60) : records(random, 120);
            RankedSearch search = RankedSearch.in(result);
            String question = word(random) + " " + word(random) + "? unknownword";
            QuestionWords words = QuestionWords.parse(question);
            for (JsonNode match : search.allMatches(question)) {
                String shown = match.has("item")
                        ? match.path("item").toString().replace("\\n", " ")
                        : match.path("text").asString();
                assertThat(words.findFirst(Slice.of(shown))).as(shown).isNotNegative();
                assertThat(match.path("words")).isNotEmpty();
                // the passage itself may be shortened, so the test looks for its words in the whole result
                String whole = isText
                        ? result
                        : RankedSearch.JSON.readTree(result).toString().replace("\\n", " ");
                match.path("words").forEach(word -> assertThat(whole).contains(word.asString()));
            }
        });
    }

    @Test
    void pagesHaveAllMatchesOnceInAFixedOrder() {
        PropertyCases.check(8, 5, SEEDS, seed -> {
            Random random = new Random(seed);
            String text = random.nextBoolean() ? text(random, 60) : records(random, 120);
            String question = word(random) + " " + word(random);
            RankedSearch search = RankedSearch.in(text);
            List<JsonNode> all = search.allMatches(question);
            assertThat(all)
                    .hasSize(data(search.ask(question)).path("totalMatches").asInt());
            assertThat(places(RankedSearch.in(text).allMatches(question))).isEqualTo(places(all));
            assertThat(places(search.allMatches(question, "\"page_size\":3"))).isEqualTo(places(all));
            assertThat(places(all)).doesNotHaveDuplicates();
        });
    }

    private static List<String> places(List<JsonNode> matches) {
        return matches.stream()
                .map(match -> match.path("lines") + " " + match.path("index") + " " + match.path("path"))
                .toList();
    }

    @Test
    void locationsSelectThePassages() {
        PropertyCases.check(30, 9, SEEDS, seed -> {
            Random random = new Random(seed);
            boolean isText = random.nextBoolean();
            RankedSearch search = RankedSearch.in(isText ? text(random, 50) : records(random, 80));
            for (JsonNode match : matches(search.ask(word(random) + " " + word(random)))) {
                if (match.has("lines")) {
                    assertThat(search.readAt(match))
                            .contains(match.path("text").asString().replace("…", ""));
                } else {
                    assertThat(match.path("item").toString())
                            .contains(search.readPath(match).replace("\n", "\\n"));
                }
            }
        });
    }

    @Test
    void answersKeepTheBudget() {
        PropertyCases.check(30, 11, SEEDS, seed -> {
            Random random = new Random(seed);
            int budget = Engine.BUDGETS[random.nextInt(Engine.BUDGETS.length)];
            Engine engine = Engine.of(RankedSearch.policy(budget), ClientFeatures.current());
            RankedSearch search =
                    RankedSearch.in(engine, random.nextBoolean() ? text(random, 60) : records(random, 90));
            Answered answered = search.ask(word(random) + " " + word(random), "\"page_size\":50");
            assertThat(ModelInput.of(answered).tokens()).isLessThanOrEqualTo(budget * 11 / 10);
        });
    }

    @Test
    void passageWithTheRarestWordIsFirst() {
        PropertyCases.check(30, 13, SEEDS, seed -> {
            Random random = new Random(seed);
            String text = text(random, 40);
            int at = text.indexOf("\n\n", random.nextInt(text.length() - 2));
            String changed = text.substring(0, at) + " quokka" + text.substring(at);
            List<JsonNode> matches = matches(RankedSearch.in(changed).ask("where is a Quökka"));
            assertThat(matches.get(0).path("text").asString()).contains("quokka");
            assertThat(matches(RankedSearch.in(changed).ask("quokka"))).hasSize(1);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "refund for damaged goods|Goods that arrive damaged get a refund.|damaged",
                "beschädigte Ware erstatten|Wir erstatten beschadigte Ware.|erstatten",
                "remboursement d'un article endommagé|Le remboursement de l’article est rapide.|remboursement",
                "devolución de mercancía dañada|La devolucion de mercancia es gratuita.|devolucion",
                "reembolso de mercadorias|O reembolso das mercadorias é rápido.|reembolso",
                "rimborso della merce|Il rimborso arriva presto.|rimborso",
                "возврат товара|Возврат возможен.|Возврат",
                "损坏商品的退款|如果商品有损坏，可以退款。|商品",
                "破損した商品の返金|商品の返金は三日後です。|商品",
                "파손된 상품 환불|상품 환불 안내|상품",
                "رد المال|يمكن ردّ المَال سريعا|ردّ",
                "คืนเงินสินค้า|เราจะคืนเงินให้|คืนเงิน",
                "ΑΝΘΡΩΠΟΣ|ο άνθρωπος|άνθρωπος"
            })
    void findsWordsInEachLanguage(String question, String passage, String word) {
        String filler =
                "Another paragraph that says something else about nothing at all in many words.\n\n".repeat(300);
        JsonNode first = matches(
                        RankedSearch.in(filler + passage + "\n\n" + filler).ask(question))
                .get(0);
        assertThat(first.path("text").asString()).contains(passage);
        assertThat(first.path("words").toString()).contains(word);
    }

    @Test
    void oneCharacterOfAScriptWithoutSpacesIsFound() {
        String filler = "没有关系的句子在这里重复。\n\n".repeat(900);
        RankedSearch search = RankedSearch.in(filler + "增值税率\n\n" + filler + "免税\n");
        List<JsonNode> matches = matches(search.ask("税"));
        assertThat(matches).hasSize(2);
        assertThat(matches)
                .allSatisfy(match -> assertThat(match.path("words").toString()).isEqualTo("[\"税\"]"));
    }

    @Test
    void headingsAreNamed() {
        String filler = "Nothing about it here, only a sentence that fills the page.\n\n".repeat(200);
        String markdown = "# Shop\n\n" + filler + "## Refunds\n\nDamaged goods are paid back.\n\n## Other\n\n" + filler;
        assertThat(names(markdown)).isEqualTo("[\"#1 Shop\",\"#2 Refunds\"]");
        String underlined = "Shop\n====\n\n" + filler + "Refunds\n-------\n\nDamaged goods are paid back.\n\n" + filler;
        assertThat(names(underlined)).contains("Shop").contains("Refunds");
        String html = "<h1>Shop</h1>\n\n" + filler
                + "<h2 id=\"r\">Refunds</h2>\n<p>Damaged goods are paid back.</p>\n\n" + filler;
        assertThat(names(html)).isEqualTo("[\"Shop\",\"Refunds\"]");
        String numbered = "1. Shop\n\n" + filler + "1.2. Refunds\n\n   Damaged goods are paid back.\n\n" + filler;
        assertThat(names(numbered)).isEqualTo("[\"1. Shop\",\"1.2. Refunds\"]");
    }

    private static String names(String text) {
        return matches(RankedSearch.in(text).ask("damaged goods"))
                .get(0)
                .path("names")
                .toString();
    }

    @Test
    void longStringInARecordCanBeReadAtItsPath() {
        String body = "Some words of the description that repeat. ".repeat(200) + "\nThe quokka sleeps.\n"
                + "More words. ".repeat(300);
        ArrayNode records = RankedSearch.JSON.createArrayNode();
        for (int i = 0; i < 30; i++) {
            records.addObject().put("id", i).put("title", "Issue " + i).put("body", i == 17 ? body : "short " + i);
        }
        RankedSearch search = RankedSearch.in(records.toString());
        JsonNode match = matches(search.ask("sleeping quokka")).get(0);
        assertThat(match.path("index").asInt()).isEqualTo(17);
        assertThat(match.path("path").asString()).isEqualTo("/17/body");
        assertThat(search.readAt(match)).contains("The quokka sleeps.");
    }

    @Test
    void sectionIsSearchedAlone() {
        String filler = "Nothing about it here, only a sentence that fills the page.\n\n".repeat(100);
        RankedSearch search = RankedSearch.in(
                "# A\n\nquokka one\n\n" + filler + "# B\n\nquokka two\n\n" + filler + "# C\n\n" + filler);
        Answered answered = search.ask("quokka", "\"path\":\"#2\"");
        assertThat(matches(answered)).hasSize(1);
        JsonNode match = matches(answered).get(0);
        assertThat(match.path("text").asString()).contains("quokka two");
        assertThat(match.path("names").toString()).isEqualTo("[\"#2 B\"]");
        assertThat(match.path("lines").asString()).startsWith("205-");
    }

    @Test
    void wordsThatNoPassageContainsAreNamed() {
        RankedSearch search = RankedSearch.in(text(new Random(1), 60));
        assertThat(data(search.ask("refund zebra")).path("notice").asString()).contains("Nothing found for \"zebra\"");
        assertThat(data(search.ask("what refund is there for elephants, zebras, or gnus"))
                        .path("notice")
                        .asString())
                .as("the three longest words, in the order of the question")
                .contains("Nothing found for \"there\", nor for \"elephants\", nor for \"zebras\".");
        JsonNode none = data(search.ask("zebra"));
        assertThat(none.path("totalMatches").asInt()).isZero();
        assertThat(none.path("notice").asString()).startsWith("No word of \"zebra\" is in the ");
    }

    @Test
    void searchIsAnUnknownArgumentUnlessThePolicyAllowsIt() {
        RankedSearch search = RankedSearch.in(Engine.of(2_000, ClientFeatures.current()), text(new Random(1), 60));
        assertRefused(search.ask("refund"), "INVALID_REQUEST", "unknown argument search");
        assertThat(search.first().bytes())
                .isEqualTo(RankedSearch.in(text(new Random(1), 60)).first().bytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"find\":\"x\"",
                "\"query\":\"length\"",
                "\"lines\":\"1-2\"",
                "\"context\":1",
                "\"mode\":\"outline\""
            })
    void otherReadingsExcludeSearch(String other) {
        assertRefused(
                RankedSearch.in(text(new Random(1), 60)).ask("refund", other),
                "INVALID_REQUEST",
                "search cannot be used with");
    }

    @Test
    void questionWithoutWordsIsRefused() {
        assertRefused(RankedSearch.in(text(new Random(1), 60)).ask("?! …"), "INVALID_REQUEST", "search has no word");
    }

    @Test
    void hostileInputIsBounded() {
        RankedSearch text = RankedSearch.in(text(new Random(1), 60));
        assertRefused(text.ask("a ".repeat(500_000)), "INVALID_REQUEST", "longer than 4096 bytes");
        assertThat(matches(RankedSearch.in("again ".repeat(200_000)).ask("again again again")))
                .hasSize(5);
        assertThat(matches(RankedSearch.in("a".repeat(10 << 20)).ask("a"))).isEmpty();
        assertThat(matches(RankedSearch.in("ab ".repeat(1 << 20)).ask("ab"))).hasSize(5);
        String deep = "{\"a\":".repeat(900) + "\"quokka " + "x ".repeat(20_000) + "\"" + "}".repeat(900);
        assertThat(matches(RankedSearch.in(deep).ask("quokka"))).hasSize(1);
        String manyItems = "[" + "1,".repeat(2_000_000) + "2]";
        assertRefused(RankedSearch.in(manyItems).ask("2"), "QUERY_LIMIT", "at most 1048576 passages");
    }

    @Test
    void partsAboveThirtyTwoMegabytesAreRefused() {
        String text = "Some words in a line of text.\n".repeat((33 << 20) / 30);
        RankedSearch search = RankedSearch.in(text);
        assertRefused(search.ask("words"), "QUERY_LIMIT", "search reads at most 32 MB, and this part has 33 MB");
    }

    @Test
    void otherCallersCannotSearchAResult() {
        Engine engine = Engine.of(RankedSearch.policy(4_000), ClientFeatures.current());
        RankedSearch search = RankedSearch.in(engine, text(new Random(1), 60));
        assertThat(matches(search.ask("refund"))).isNotEmpty();
        ToolCall other = ToolCall.of("server", "list_things", "other").withClient(ClientFeatures.current());
        Answered refused = engine.as(other).read(search.cursor(), "\"search\":\"refund\"");
        assertRefused(refused, "CURSOR_INVALID", "cursor");
        RankedSearch own = RankedSearch.in(engine.as(other), "Something else about the refund.\n\n".repeat(800));
        List<String> shown = new ArrayList<>();
        own.allMatches("refund damaged")
                .forEach(match -> shown.add(match.path("text").asString()));
        assertThat(shown).allSatisfy(text -> assertThat(text).doesNotContain("damaged"));
    }
}
