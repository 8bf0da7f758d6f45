package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class ErrorObjectTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'\"error\":{\"code\":-32601,\"message\":\"x\"}' | -32601",
                "'\"error\":{\"code\":7}' | 7",
                "'\"error\":{\"code\":\"-32601\"}' | 0",
                "'\"error\":{\"code\":-1e3}' | 0",
                "'\"error\":{\"code\":-12345678901}' | 0",
                "'\"error\":{\"message\":\"x\"}' | 0",
                "'\"error\":\"x\"' | 0",
                "'\"result\":{\"code\":-32601}' | 0"
            })
    void readsTheCodeOfAnError(String member, int code) {
        Message response = TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":1," + member + "}");
        assertThat(ErrorObject.codeOf(response)).isEqualTo(code);
    }
}
