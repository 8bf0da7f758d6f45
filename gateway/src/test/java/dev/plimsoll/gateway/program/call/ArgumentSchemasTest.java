package dev.plimsoll.gateway.program.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentSchemasTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}} | {"n":{"type":"integer"}}
            {"n":{"type":"integer","minimum":1,"maximum":9007199254740991},"s":true}        | {"n":{"type":"integer","minimum":1},"s":true}
            {"minimum":{"maximum":50,"default":9007199254740991}}                           | {"minimum":{"maximum":50,"default":9007199254740991}}
            {}                                                                              | {}
            """)
    void removesBoundsThatAreTheLimitsOfSafeIntegers(String properties, String expected) {
        assertThat(ArgumentSchemas.withoutIntegerBounds(Slice.of(properties)).utf8())
                .isEqualTo(expected);
    }
}
