package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests an application with compression. Quarkus then sets the header {@code Content-Encoding: identity} in each response. */
@QuarkusTest
@TestProfile(CompressedServerTest.WithCompression.class)
class CompressedServerTest extends QuarkusServerTest {

    /** Properties of the application. */
    public static final class WithCompression implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.http.enable-compression", "true");
        }
    }

    @Test
    void compressesTheAnswerForAClientThatAcceptsGzip() throws IOException {
        HttpResponse<byte[]> response = new RawClient(endpoint)
                .postAcceptingGzip(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_log\"}}");
        assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
        String body = new String(
                new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(body).contains("nextCursor").hasSizeLessThan(10_000);
    }
}
