package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Grant in a file, encrypted with AES-GCM. The server's URL is part of the authenticated data: if the file is
 * copied to the name of another server's file, it cannot be decrypted.
 */
record EncryptedGrant(byte[] nonce, byte[] data) {

    /** Version of the file's content. Version 1 is a grant that is not encrypted: see {@link ServerGrant}. */
    private static final int VERSION = 2;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    static EncryptedGrant encrypt(ServerGrant serverGrant, SecretKey key) {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        try {
            Cipher cipher = createCipher(Cipher.ENCRYPT_MODE, key, nonce, serverGrant.url());
            return new EncryptedGrant(nonce, cipher.doFinal(serverGrant.toJson()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the grant; null if it was encrypted with another key, or for another server. */
    @Nullable ServerGrant decrypt(SecretKey key, String url) {
        try {
            return ServerGrant.parse(
                    createCipher(Cipher.DECRYPT_MODE, key, nonce, url).doFinal(data));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private static Cipher createCipher(int mode, SecretKey key, byte[] nonce, String url)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(url.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    byte[] toJson() {
        ByteSink out = new ByteSink(data.length * 2);
        new JsonWriter(out)
                .beginObject()
                .number("version", VERSION)
                .string("nonce", Base64.getEncoder().encodeToString(nonce))
                .string("encrypted", Base64.getEncoder().encodeToString(data))
                .endObject();
        return out.ascii("\n").toByteArray();
    }

    /** Parses the content of a file; returns null if it is not an encrypted grant. */
    static @Nullable EncryptedGrant parse(byte[] text) {
        Slice content = Json.trim(Slice.of(text));
        if (!Json.isValid(content) || Json.type(content) != JsonType.OBJECT) {
            return null;
        }
        Slice version = ObjectEdit.valueIn(content, "version");
        if (version == null || !version.contentEquals(Slice.of(String.valueOf(VERSION)))) {
            return null;
        }
        String nonce = ObjectEdit.textIn(content, "nonce", text.length);
        String data = ObjectEdit.textIn(content, "encrypted", text.length);
        try {
            return nonce == null || data == null
                    ? null
                    : new EncryptedGrant(
                            Base64.getDecoder().decode(nonce),
                            Base64.getDecoder().decode(data));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
