package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.policy.setting.SettingType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyKeyTest {

    static List<PolicyKey<?>> keys() {
        return Policy.keys();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void parsesItsOwnDefault(PolicyKey<?> key) {
        Policy policy = Policy.defaults().withText(key.name(), key.defaultText());

        assertThat(policy.find(key)).isEqualTo(key.defaultValue());
        assertThat(policy.text(key)).isEqualTo(key.defaultText());
        assertThat(key.description()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void refusesInvalidText(PolicyKey<?> key) {
        if (key.settingType().kind() != SettingType.Kind.NAMES) {
            // names and paths may have spaces inside
            String invalid = key.name().startsWith("paging.") ? "no such=thing\0" : "no such thing";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Policy.defaults().withText(key.name(), invalid))
                    .withMessage("policy." + key + ": must be " + key.allowed() + ", got " + invalid);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ttl, 90s",
        "binaryBytes, 1MB",
        "bytesPerToken, 2.5",
        "fullBudgetThreshold, none",
        "lookBudget, null",
        "lookBudget, 900",
        "header, full",
        "style, receipt",
        "'keepFields', 'owner,team'",
        "readOnly, false",
        "hardByteLimit, 50000"
    })
    void formatsAValueAsItWasWritten(String name, String text) {
        List<String> keysAndTexts = new ArrayList<>();
        Policy.defaults().withText(name, text).forEachSet((key, value) -> keysAndTexts.add(key + " " + value));

        assertThat(keysAndTexts).containsExactly(name + " " + text);
    }

    @Test
    void nullResetsToTheDefault() {
        Policy policy =
                Policy.defaults().with(Policy.TTL, Duration.ofMinutes(1)).with(Policy.HARD_BYTE_LIMIT, 1);

        assertThat(policy.withText("ttl", "null").withText("hardByteLimit", "auto"))
                .isEqualTo(Policy.defaults());
    }

    @Test
    void refusesNumbersThatAreTooLarge() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Policy.defaults().withText("fullBudgetThreshold", "99999999999"));
        assertThatIllegalArgumentException().isThrownBy(() -> Policy.defaults().withText("binaryBytes", "4GB"));
    }

    @Test
    void stripsSpacesAroundFieldNames() {
        assertThat(Policy.KEEP_FIELDS.parse("a, b ,c")).containsExactly("a", "b", "c");
        assertThatIllegalArgumentException().isThrownBy(() -> Policy.KEEP_FIELDS.parse("a,,b"));
    }
}
