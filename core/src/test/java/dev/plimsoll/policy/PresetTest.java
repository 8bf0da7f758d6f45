package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PresetTest {

    /** Checks presets that are guaranteed to users. Changing a line here breaks a guarantee. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "balanced | {}",
                "probe | {style=probe, fullBudgetThreshold=none, lookBudget=null, defaultPageSize=20, autoNegotiateThreshold=50000, ttl=5m}",
                "list | {style=list, lookBudget=null, autoNegotiateThreshold=50000}",
                "hardening | {bytesPerToken=2.5, summaryThreshold=2000, chunkSize=2000, lookBudget=null, header=full,"
                        + " maxPageSize=200, pageByCount=true, estimator=chars, mergedArguments=cursor,limit,fields,startLine,endLine,"
                        + " ttl=10m}",
                "cursor | {style=cursor, lookBudget=null, pageByCount=true, onDeadCursor=restart, onChangedArguments=restart, ttl=24h}",
                "guided | {style=guide, lookBudget=null, defaultPageSize=25, maxPageSize=50, pageByCount=true, cache.ttl=1h}",
                "strict | {tokenBudgetThreshold=1000}",
                "off | {enabled=false}"
            })
    void changesTheGuaranteedKeys(String name, String changes) {
        Preset preset = Preset.find(name);

        assertThat(preset).isNotNull();
        assertThat(changedKeys(preset.applyTo(Policy.defaults()))).hasToString(changes);
    }

    @Test
    void hardeningLimitsBytesByTheCurrentBudget() {
        Policy policy = Preset.HARDENING.applyTo(Policy.defaults());

        assertThat(policy.budget(0)).isEqualTo(new Budget(4000, 10_000));
        assertThat(policy.budget(8000)).isEqualTo(new Budget(8000, 20_000));
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsName(Preset preset) {
        assertThat(Preset.find(preset.configName())).isEqualTo(preset);
        assertThat(preset.description()).isNotEmpty();
    }

    @Test
    void findsNoOtherNames() {
        assertThat(Preset.find("PROBE")).isNull();
        assertThat(Preset.find("")).isNull();
    }

    private static Map<String, String> changedKeys(Policy policy) {
        Map<String, String> changed = new LinkedHashMap<>();
        for (PolicyKey<?> key : Policy.keys()) {
            if (policy.isChanged(key)) {
                changed.put(key.name(), policy.text(key));
            }
        }
        return changed;
    }
}
