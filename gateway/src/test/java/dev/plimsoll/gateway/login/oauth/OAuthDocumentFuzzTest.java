package dev.plimsoll.gateway.login.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzzes the OAuth documents of issuers and the challenges of servers. */
class OAuthDocumentFuzzTest {

    @FuzzTest
    void anyDocumentIsParsedOrRejected(byte[] data) {
        OAuthDocument oAuthDocument = OAuthDocument.parse(Slice.of(data));
        if (oAuthDocument != null) {
            oAuthDocument.findText("issuer");
            oAuthDocument.findTexts("scopes_supported");
            oAuthDocument.isTrue("a");
            oAuthDocument.readInteger("expires_in");
            oAuthDocument.findDocument("inner");
        }
    }

    @FuzzTest
    void anyChallengeIsParsed(byte[] data) {
        String header = new String(data, StandardCharsets.ISO_8859_1);
        Challenges challenges = new Challenges(List.of(header));
        assertThat(challenges.resourceMetadata().orElse("")).hasSizeLessThanOrEqualTo(2_000);
        assertThat(challenges.scopes()).allMatch(scope -> scope.matches("[!-~]{1,200}"));
    }
}
