package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What issuers and servers say of access, in documents and in headers. */
class DocumentFuzzTest {

    @FuzzTest
    void anyDocumentIsRead(byte[] data) {
        Document document = Document.of(Slice.of(data));
        if (document != null) {
            document.text("issuer");
            document.texts("scopes_supported");
            document.isTrue("a");
            document.seconds("expires_in");
            document.document("inner");
        }
    }

    @FuzzTest
    void anyChallengeIsRead(byte[] data) {
        String header = new String(data, StandardCharsets.ISO_8859_1);
        Challenges challenges = new Challenges(List.of(header));
        assertThat(challenges.resourceMetadata().orElse("")).doesNotContain("\n\n\n\n\n\n");
        assertThat(challenges.scopes()).allMatch(scope -> scope.matches("[!-~]{1,200}"));
    }
}
