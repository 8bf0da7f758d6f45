package dev.plimsoll.gateway.login;

import java.util.Base64;

/** Program that prints the key of the user's keyring twice: as created, and as read again. */
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
