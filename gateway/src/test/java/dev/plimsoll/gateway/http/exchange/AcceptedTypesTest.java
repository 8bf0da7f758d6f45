package dev.plimsoll.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the interpretation of the Accept header. */
class AcceptedTypesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json, text/event-stream | true | true",
                "Application/JSON | true | false",
                "text/event-stream;q=0.5 | false | true",
                "*/* | true | true",
                "text/* | false | true",
                "application/json;q=0, */* ;q=0.1 | true | true",
                "application/json;q=0.0, text/event-stream | false | true",
                "text/html | false | false",
                "application/jsonl | false | false",
                "; , | false | false"
            })
    void parsesHeader(String header, boolean json, boolean events) {
        assertThat(AcceptedTypes.of(header)).isEqualTo(new AcceptedTypes(json, events));
    }

    @ParameterizedTest
    @CsvSource({"' '", "''"})
    void missingHeaderAcceptsEverything(String header) {
        assertThat(AcceptedTypes.of(header)).isEqualTo(AcceptedTypes.of(null)).isEqualTo(new AcceptedTypes(true, true));
    }
}
