package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the descriptor, the parameters, and the code in the guide. */
class ServletGuideTest {

    private static final Pattern PARAMETER =
            Pattern.compile("<param-name>(.*?)</param-name>\\s*<param-value>(.*?)</param-value>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-zA-Z.]+)`(?:, `([a-zA-Z.]+)`)? \\| (\\S.*?) \\|");

    private static String guide() throws IOException {
        return Files.readString(Path.of("..", "docs", "guides", "servlet.md"));
    }

    @Test
    void descriptorOfTheGuideIsValid() throws IOException {
        String guide = guide();
        Map<String, String> parameters = new LinkedHashMap<>();
        PARAMETER.matcher(guide).results().forEach(found -> parameters.put(found.group(1), found.group(2)));
        assertThat(parameters).isNotEmpty();
        assertThat(FilterSettings.parse("init parameters of PlimsollFilter", parameters))
                .isNotNull();
        assertThat(guide).contains("<filter-class>" + PlimsollFilter.class.getName() + "</filter-class>");
    }

    @Test
    void acceptsEachParameterOfTheTable() throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        ROW.matcher(guide()).results().forEach(row -> {
            for (int group = 1; group <= 2; group++) {
                // a name such as policy.KEY stands for many names
                if (row.group(group) != null && !row.group(group).endsWith("KEY")) {
                    String value = row.group(3).startsWith("`") ? row.group(3).replace("`", "") : "";
                    values.put(row.group(group), value.isEmpty() ? exampleValue(row.group(group)) : value);
                }
            }
        });
        assertThat(values.keySet())
                .containsExactly(
                        "name",
                        "preset",
                        "clientProfiles",
                        "store.maxBytes",
                        "cursor.key",
                        "cursor.previousKeys",
                        "maxMessageBytes",
                        "maxBufferedBytes");
        FilterSettings settings = FilterSettings.parse("init parameters of PlimsollFilter", values);
        assertThat(settings.maxMessageBytes()).isEqualTo(FilterSettings.DEFAULT_MAX_MESSAGE_BYTES);
        assertThat(settings.library().policies())
                .isEqualTo(FilterSettings.parse("init parameters of PlimsollFilter", Map.of())
                        .library()
                        .policies());
    }

    private static String exampleValue(String name) {
        return name.equals("maxBufferedBytes") ? "256MB" : "0123456789abcdef";
    }

    /** Contains the code of the guide. */
    @Test
    void codeOfTheGuideRuns() {
        SnapshotStore store =
                SnapshotStore.inMemory(new StoreLimits(1 << 20, 1 << 20, 100), Clock.systemUTC(), new SecureRandom());
        PlimsollFilter filter = PlimsollFilter.builder()
                .name("crm")
                .policy(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 2_000))
                .tools("list_*", policy -> policy.with(Policy.HEAVY, true))
                .callers(request -> new RequestCaller("ada", Tier.READ))
                .store(store)
                .keys(KeyRing.of(new byte[16]))
                .build();
        filter.destroy();
        assertThat(filter).isNotNull();
    }
}
