package dev.plimsoll.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.setting.Glob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UriTemplateTest {

    private static final int CASES = 4_000;
    private static final int MAX_TEXT_LENGTH = 8;

    private static String pattern(SplittableRandom random, String alphabet) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private static List<String> allTexts() {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).length() < MAX_TEXT_LENGTH) {
                texts.add(texts.get(i) + "a");
                texts.add(texts.get(i) + "b");
            }
        }
        return texts;
    }

    /**
     * Compares the result with a search through all texts of up to {@link #MAX_TEXT_LENGTH} characters. This
     * search is complete: if two patterns match a common text, then they also match one that has no more
     * characters than both patterns together.
     */
    @Test
    void matchesIfSomeUriMatches() {
        SplittableRandom random = new SplittableRandom(32);
        List<String> texts = allTexts();
        int matches = 0;
        for (int i = 0; i < CASES; i++) {
            String template = pattern(random, "aab*");
            String glob = pattern(random, "abb?*");
            boolean expected =
                    texts.stream().anyMatch(text -> Glob.matches(template, text) && Glob.matches(glob, text));
            assertThat(UriTemplate.canMatch(template.replace("*", "{x}"), glob))
                    .as("%s, %s", template, glob)
                    .isEqualTo(expected);
            matches += expected ? 1 : 0;
        }
        assertThat(matches).isBetween(CASES / 10, CASES * 9 / 10);
    }

    @Test
    void expandsExpressionsOfOneVariable() {
        assertThat(UriTemplate.expand("db://{t}/{+t}{?t}{&t}{#t}{.t}{/t}{;t}{t,u}{u}", "t", "a/ü", true))
                .isEqualTo(
                        "db://a%2F%C3%BC/a/ü?t=a%2F%C3%BC&t=a%2F%C3%BC#a/ü.a%2F%C3%BC/a%2F%C3%BC;t=a%2F%C3%BC{t,u}{u}");
        assertThat(UriTemplate.expand("db://{t}", "t", "a/ü", false)).isEqualTo("db://a/ü");
        assertThat(UriTemplate.expand("db://{t}", "t", "{u}", true)).isEqualTo("db://%7Bu%7D");
    }

    @Test
    void findsVariablesInExpressions() {
        for (String template : List.of("db://{t}", "db://{+t}", "db://{?a,t}", "db://{t:3}", "db://{/t*}")) {
            assertThat(UriTemplate.hasVariable(template, "t")).as(template).isTrue();
        }
        for (String template : List.of("db://t", "db://{tt}", "db://{?a,b}", "", "{}")) {
            assertThat(UriTemplate.hasVariable(template, "t")).as(template).isFalse();
        }
    }

    private static List<AccessRequest> expand(String template, String... variables) {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            values.put(variables[i], variables[i + 1]);
        }
        return AccessRequest.ofExpandedTemplate("server", template, values);
    }

    @Test
    void rejectsValuesWithExpressionsAndLongUris() {
        assertThat(expand("file:///{dir}/{name}", "dir", "d", "name", "n"))
                .extracting(AccessRequest::name)
                .as("one request with percent-encoded values, one with the values as they are")
                .containsExactly("file:///d/n", "file:///d/n");
        assertThat(expand("file:///{dir}/{name}", "dir", "{b}{b}", "b", "{c}{c}", "name", "n"))
                .isEmpty();
        assertThat(expand("file:///{name}", "name", "{x}")).isEmpty();
        assertThat(expand("x://" + "{a}".repeat(300) + "/{b}/{c}", "a", "v".repeat(1_000), "b", "b", "c", "c"))
                .isEmpty();
    }
}
