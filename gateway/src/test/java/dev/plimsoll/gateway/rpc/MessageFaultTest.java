package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFaultTest {

    private static final String VERSION = "'jsonrpc':'2.0',";

    private static @Nullable MessageFault fault(String json) {
        return Objects.requireNonNull(Message.parse(Slice.of(json.replace('\'', '"'))))
                .fault();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'id':1,'method':'ping'",
                "'id':-7,'method':'ping'",
                "'id':1.0,'method':'ping'",
                "'id':1e2,'method':'ping'",
                "'id':123456789012345678901234567890123456789012345678901,'method':'ping'",
                "'id':'','method':'ping'",
                "'method':'notifications/initialized'",
                "'id':1,'result':{}",
                "'id':null,'error':{'code':-32700,'message':'m'}"
            })
    void acceptsValidMessages(String members) {
        assertThat(fault("{" + VERSION + members + "}")).isNull();
        assertThat(fault("{" + members + ",'jsonrpc':'2\\u002e0'}")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "[1]", "true", "1.5", "1e-2", "1e99999999999"})
    void findsInvalidIds(String id) {
        MessageFault fault = Objects.requireNonNull(fault("{" + VERSION + "'id':" + id + ",'method':'ping'}"));
        assertThat(fault.reason()).isEqualTo("id is neither a string nor an integer");
        assertThat(fault.isResponseExpected()).isTrue();
        assertThat(fault.response().bytes().utf8()).contains("\"id\":null", "\"code\":-32600");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'id':1,'method':'ping'}                    | jsonrpc is missing",
                "{'jsonrpc':'1.0','id':1,'method':'ping'}    | jsonrpc is not \"2.0\"",
                "{'jsonrpc':2.0,'id':1,'method':'ping'}      | jsonrpc is not \"2.0\"",
                "{'jsonrpc':'2.0','id':1,'method':5}         | method is not a string",
                "{'jsonrpc':'2.0','id':1,'method':null}      | method is not a string",
            })
    void namesTheFaultAndRepeatsTheId(String json, String reason) {
        MessageFault fault = Objects.requireNonNull(fault(json));
        assertThat(fault.reason()).isEqualTo(reason);
        assertThat(fault.isResponseExpected()).isTrue();
        assertThat(fault.response().bytes().utf8()).contains("\"id\":1,", "\"code\":-32600");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'method':'notifications/initialized'}",
                "{'jsonrpc':'2.0','method':5}",
                "{'id':1,'result':{}}",
                "{'jsonrpc':'2.0','id':null,'result':{}}",
                "{'jsonrpc':'2.0','id':{},'error':{}}"
            })
    void doesNotAnswerNotificationsAndResponses(String json) {
        assertThat(Objects.requireNonNull(fault(json)).isResponseExpected()).isFalse();
    }

    @Test
    void answersMessageWithoutMethodAndId() {
        assertThat(Objects.requireNonNull(fault("{'jsonrpc':'2.0'}")).isResponseExpected())
                .isTrue();
    }
}
