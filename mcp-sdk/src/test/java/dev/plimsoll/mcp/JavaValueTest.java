package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaValueTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[1.10,0.000001,123456789012345678901234567890,2147483648,-7]",
                "{\"z\":null,\"a\":[true,false,[{}]],\"ü\\n\":\"\\\"\"}",
                "\"text\"",
                "[[[[1],2],3],4]"
            })
    void convertsJsonWithoutLoss(String json) {
        assertThat(TestJson.write(List.of(value(json)))).isEqualTo("[" + json + "]");
    }

    @Test
    void numbersKeepTheirValue() {
        assertThat(value("[1,2147483648,99999999999999999999,1.10,1e400,-0]"))
                .isEqualTo(List.of(
                        1,
                        2147483648L,
                        new BigInteger("99999999999999999999"),
                        new BigDecimal("1.10"),
                        new BigDecimal("1e400"),
                        new BigDecimal("-0")));
    }

    @Test
    void ignoresWhiteSpace() {
        assertThat(value(" { \"a\" : [ 1 , null ] } ")).isEqualTo(Map.of("a", Arrays.asList(1, null)));
    }

    @Test
    void deepNestingDoesNotOverflowTheStack() {
        Object value = value("[".repeat(20_000) + "]".repeat(20_000));
        int depth = 0;
        while (value instanceof List<?> list) {
            depth++;
            value = list.isEmpty() ? "" : list.get(0);
        }
        assertThat(depth).isEqualTo(20_000);
    }

    private static Object value(String json) {
        Object value = JavaValue.fromJson(Slice.of(json));
        return value == null ? "null" : value;
    }
}
