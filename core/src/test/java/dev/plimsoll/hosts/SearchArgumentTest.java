package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.tokens.Estimator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks where the argument {@code search} is listed, and whether Plimsoll or the tool receives it. */
class SearchArgumentTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\"}}}";
    private static final String OWN = "{\"type\":\"object\",\"properties\":{\"search\":{\"type\":\"string\"}}}";
    private static final Policy SEARCHABLE = EngineHost.heavy().with(Policy.SEARCH, true);

    private static Slice readTool(Policy policy) {
        return ReadTool.entry(ClientFeatures.current(), false, new Policies(policy, List.of()));
    }

    @Test
    void readToolListsSearchOnlyIfThePolicyKeyIsOn() {
        assertThat(readTool(EngineHost.heavy())).isEqualTo(ReadTool.entry(ClientFeatures.current()));
        assertThat(readTool(SEARCHABLE).utf8()).contains("\"search\":{\"type\":\"string\"");
        int more = Estimator.BPE.decidingCounter().count(readTool(SEARCHABLE))
                - Estimator.BPE.decidingCounter().count(readTool(EngineHost.heavy()));
        assertThat(more).isBetween(10, 19);
    }

    @Test
    void searchIsMergedOnlyIfThePolicyKeyIsOn() {
        assertThat(EngineHost.of(SEARCHABLE, SCHEMA)
                        .forward("{\"status\":\"a\",\"search\":\"order\"}")
                        .arguments())
                .isEqualTo(Slice.of("{\"status\":\"a\"}"));
        String unchanged = "{\"status\":\"a\",\"search\":\"order\"}";
        assertThat(EngineHost.of(EngineHost.heavy(), SCHEMA).forward(unchanged).arguments())
                .isEqualTo(Slice.of(unchanged));
    }

    @Test
    void ownArgumentOfAToolKeepsItsMeaning() {
        EngineHost host = EngineHost.of(SEARCHABLE, OWN);
        CallDecision.Forward forward = host.forward("{\"search\":\"order\",\"page_size\":3}");
        assertThat(Objects.requireNonNull(forward.arguments()).utf8()).isEqualTo("{\"search\":\"order\"}");
    }

    @Test
    void mergedSearchRanksTheFreshResult() {
        String answer = EngineHost.of(SEARCHABLE, SCHEMA).run("{\"status\":\"a\",\"search\":\"199 open\"}");
        assertThat(answer).contains("Passages 1-").contains("\\\"index\\\":199");
    }
}
