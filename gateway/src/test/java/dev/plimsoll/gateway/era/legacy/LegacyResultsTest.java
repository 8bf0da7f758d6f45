package dev.plimsoll.gateway.era.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LegacyResultsTest {

    private static List<Slice> translate(String result) {
        return LegacyResults.translate("tools/call", Slice.of(result.replace('\'', '"')), Revision.V2025_11_25);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'resultType':'complete','content':[]}             | {'content':[]}",
                "{'content':[],'resultType':'complete'}             | {'content':[]}",
                "{ 'content' : [] }                                 | { 'content' : [] }",
                "{'resultType':'complete'}                          | {}",
                "{'resultType':'complete','structuredContent':[1],'content':[{'type':'text','text':'a'}]}"
                        + " | {'content':[{'type':'text','text':'a'}]}",
                "{'resultType':'complete','_meta':{'a':1},'content':[]} | {'_meta':{'a':1},'content':[]}"
            })
    void removesMembersThatLegacyRevisionsDoNotAllow(String result, String expected) {
        Slice translated =
                SegmentedText.of(translate(result).toArray(Slice[]::new)).joined();
        assertThat(translated.utf8()).isEqualTo(expected.replace('\'', '"'));
    }

    @Test
    void doesNotCopyLargeContent() {
        Slice result = Slice.of("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\""
                + "x".repeat(100_000) + "\"}]}");

        List<Slice> translated = LegacyResults.translate("tools/call", result, Revision.V2025_11_25);

        assertThat(translated)
                .hasSizeGreaterThan(1)
                .allMatch(segment -> segment.length() < 100 || segment.sharesBytesWith(result));
    }
}
