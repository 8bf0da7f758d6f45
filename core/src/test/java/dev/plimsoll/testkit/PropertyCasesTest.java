package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PropertyCasesTest {

    private static final Generator<Integer> SIZES = (random, size) -> size;

    private final Map<String, String> savedProperties = new HashMap<>();

    @BeforeEach
    void clearProperties() {
        for (String name : List.of(PropertyCases.SEED, PropertyCases.CASES)) {
            savedProperties.put(name, System.getProperty(name, ""));
            System.clearProperty(name);
        }
    }

    @AfterEach
    void restoreProperties() {
        savedProperties.forEach((name, value) -> {
            if (value.isEmpty()) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @Test
    void runsTwoHundredCasesOfGrowingSize() {
        List<Integer> sizes = new ArrayList<>();
        PropertyCases.check(SIZES, sizes::add);
        assertThat(sizes).hasSize(200).isSorted().startsWith(0).endsWith(PropertyCases.MAX_SIZE);
    }

    @Test
    void generatesTheSameValuesForTheSameSeed() {
        assertThat(randomNumbers(7))
                .isEqualTo(randomNumbers(7))
                .isNotEqualTo(randomNumbers(8))
                .doesNotHaveDuplicates();
    }

    private static List<Long> randomNumbers(long seed) {
        List<Long> values = new ArrayList<>();
        PropertyCases.check(50, seed, (random, size) -> random.nextLong(), values::add);
        return values;
    }

    @Test
    void shrinksToTheSmallestSizeThatFails() {
        AssertionError failure = failure(SIZES, size -> assertThat(size).isLessThan(31));
        assertThat(failure).hasMessageContaining("size 31)").hasMessageContaining("value: 31\n");
    }

    @Test
    void printsTheOptionsThatRerunACase() {
        Generator<Integer> numbers = Generator.between(0, 1_000_000);
        Consumer<Integer> rare = number -> assertThat(number % 40).isNotEqualTo(3);
        AssertionError failure = failure(numbers, rare);
        Matcher command = Pattern.compile("-Dplimsoll.seed=(\\d+) -Dplimsoll.cases=(\\d+/200)$")
                .matcher(String.valueOf(failure.getMessage()));
        assertThat(command.find()).isTrue();
        System.setProperty(PropertyCases.SEED, command.group(1));
        System.setProperty(PropertyCases.CASES, command.group(2));
        List<Integer> again = new ArrayList<>();
        assertThat(failure(numbers, number -> {
                    again.add(number);
                    rare.accept(number);
                }))
                .hasMessage(failure.getMessage());
        assertThat(again).containsOnly(again.get(0));
    }

    @Test
    void readsTheNumberOfCasesFromTheSystemProperty() {
        System.setProperty(PropertyCases.CASES, "1000");
        List<Integer> sizes = new ArrayList<>();
        PropertyCases.check(SIZES, sizes::add);
        assertThat(sizes).hasSize(1000);
    }

    @Test
    void showsBytesAsTextAndCutsLongValues() {
        byte[] bytes = ("é\0" + "x".repeat(3_000)).getBytes(StandardCharsets.UTF_8);
        assertThat(PropertyCases.format(bytes))
                .startsWith("é\\u0000xxx")
                .endsWith("x… (3002 characters)")
                .hasSizeLessThan(2_100);
    }

    @Test
    void reportsAStackOverflowAsAFailure() {
        assertThat(failure(SIZES, size -> overflow(1))).hasCauseInstanceOf(StackOverflowError.class);
    }

    private static int overflow(int n) {
        return n == 0 ? 0 : overflow(n + 1) + 1;
    }

    @Test
    void combinesGenerators() {
        Generator<List<String>> lists =
                Generator.listOf(Generator.oneOf(Generator.constant("a"), Generator.oneOf(List.of("b", "c"))));
        List<String> seen = new ArrayList<>();
        assertThatCode(() -> PropertyCases.check(lists, seen::addAll)).doesNotThrowAnyException();
        assertThat(seen).contains("a", "b", "c");
        PropertyCases.check(lists.map(List::size), size -> assertThat(size).isBetween(0, PropertyCases.MAX_SIZE));
        PropertyCases.check(SIZES.limitSize(5), size -> assertThat(size).isLessThan(6));
    }

    private static <T> AssertionError failure(Generator<T> generator, Consumer<T> property) {
        return catchThrowableOfType(AssertionError.class, () -> PropertyCases.check(generator, property));
    }
}
