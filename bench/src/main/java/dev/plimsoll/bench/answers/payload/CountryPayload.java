package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.has;
import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** 250 countries as JSON records. The records contain maps whose keys are data, such as currencies by their codes. */
final class CountryPayload {

    private static final List<String> REGIONS = List.of("North", "South", "East", "West", "Islands");
    private static final List<String> CURRENCIES = generateCodes(31, 60, "KRO");
    private static final List<String> LANGUAGES = generateCodes(32, 80, "COR").stream()
            .map(code -> code.toLowerCase(Locale.ROOT))
            .toList();

    private CountryPayload() {}

    private record Country(
            String code, String common, String region, int area, Map<String, String> currencies, ObjectNode json) {}

    static TaskPayload create() {
        WordSource words = new WordSource(1);
        List<Country> countries = new ArrayList<>();
        ArrayNode array = JsonMapper.shared().createArrayNode();
        for (int i = 0; i < 250; i++) {
            Country country = generateCountry(words, i);
            countries.add(country);
            array.add(country.json);
        }
        String text = array.toPrettyString();
        return new TaskPayload(
                "list_countries",
                "Countries: 250 records with maps",
                TaskPayload.Format.JSON,
                ResultWriter.toTextResult(text),
                text,
                createTasks(countries));
    }

    /** Returns distinct codes of three letters. The code at index 8 is {@code given}. */
    private static List<String> generateCodes(long seed, int count, String given) {
        WordSource words = new WordSource(seed);
        Set<String> codes = new LinkedHashSet<>();
        while (codes.size() < count) {
            codes.add(codes.size() == 8 ? given : words.name().substring(0, 3).toUpperCase(Locale.ROOT));
        }
        return List.copyOf(codes);
    }

    private static List<AnswerTask> createTasks(List<Country> countries) {
        Country lookupTarget = countries.get(187);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the area of country " + lookupTarget.code,
                        RecordQuestion.of(Output.first("area"), is("code", lookupTarget.code)),
                        Truth.of(BigDecimal.valueOf(lookupTarget.area))),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "countries by region",
                        RecordQuestion.of(Output.countBy("region")),
                        Truth.countBy(countries, Country::region)),
                new AnswerTask(
                        TOP_N,
                        "the common names of the three largest countries by area",
                        RecordQuestion.of(Output.top(3, "area", "name common")),
                        Truth.top(3, countries, country -> BigDecimal.valueOf(country.area), Country::common)),
                new AnswerTask(
                        FULL_SCAN,
                        "how many countries use the currency KRO",
                        RecordQuestion.of(Output.count(), has("currencies", "KRO")),
                        Truth.count(countries, country -> country.currencies.containsKey("KRO"))));
    }

    private static Country generateCountry(WordSource words, int number) {
        String common = words.name() + (number % 9 == 0 ? " " + words.name() : "");
        String code = "" + (char) ('A' + number / 26) + (char) ('A' + number % 26) + (char) ('A' + words.number(26));
        String region = words.skewedOneOf(REGIONS);
        int area = 1_000 + words.number(80_000) * 250 + number;
        Map<String, String> currencies = new LinkedHashMap<>();
        for (int i = 0; i <= words.number(2); i++) {
            currencies.put(words.skewedOneOf(CURRENCIES), words.name());
        }
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ObjectNode name = json.putObject("name").put("common", common).put("official", "Republic of " + common);
        ObjectNode nativeNames = name.putObject("native");
        for (int i = 0; i <= words.number(2); i++) {
            nativeNames
                    .putObject(words.oneOf(LANGUAGES))
                    .put("official", words.name())
                    .put("common", words.name());
        }
        json.put("code", code).put("region", region).put("area", area).put("population", words.number(90_000_000));
        ObjectNode money = json.putObject("currencies");
        currencies.forEach(
                (key, title) -> money.putObject(key).put("name", title).put("symbol", key.substring(0, 1)));
        ObjectNode languages = json.putObject("languages");
        for (int i = 0; i <= words.number(3); i++) {
            languages.put(words.oneOf(LANGUAGES), words.name());
        }
        json.put("capital", words.name()).put("landlocked", words.number(5) == 0);
        json.putArray("latlng").add(words.number(180) - 90).add(words.number(360) - 180);
        ArrayNode borders = json.putArray("borders");
        for (int i = words.number(5); i > 0; i--) {
            borders.add(words.hex(3).toUpperCase(Locale.ROOT));
        }
        return new Country(code, common, region, area, currencies, json);
    }
}
