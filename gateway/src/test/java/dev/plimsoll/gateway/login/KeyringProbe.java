package dev.plimsoll.gateway.login;

import java.util.Base64;

/** Program that creates a key in the user's keyring, and prints the created key and the key that it then reads. */
final class KeyringProbe {

    private KeyringProbe() {}

    public static void main(String[] arguments) throws Exception {
        KeyringProgram program = KeyringProgram.find(System.getenv(), System.getProperty("os.name"));
        Base64.Encoder encoder = Base64.getEncoder();
        System.out.println(
                encoder.encodeToString(new LoginKey(program).getOrCreateKey().getEncoded()));
        System.out.println(encoder.encodeToString(new LoginKey(program).key().getEncoded()));
    }
}
