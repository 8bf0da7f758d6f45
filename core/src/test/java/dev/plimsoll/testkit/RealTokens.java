package dev.plimsoll.testkit;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.nio.charset.StandardCharsets;

/** Counts tokens of the encoding o200k_base with JTokkit. The vocabulary is loaded once, in about 200 ms. */
public final class RealTokens {

    private static final Encoding O200K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private RealTokens() {}

    public static int count(byte[] utf8) {
        return count(new String(utf8, StandardCharsets.UTF_8));
    }

    public static int count(String text) {
        return O200K.countTokensOrdinary(text);
    }
}
