package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncException;
import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.List;
import java.util.Map;

/** Wraps and unwraps the text of configurations without files. */
final class Texts {

    /** The launcher in wrapped commands. It exists on this system, but the tests do not start it. */
    static final String LAUNCHER = "/bin/sh";

    private Texts() {}

    static String wrap(String text) {
        return wrap(text, Map.of());
    }

    static String wrap(String text, Map<String, String> options) {
        List<WrapServer> servers = servers(text);
        return apply(text, new ServerWrapper(text, LAUNCHER, options).wrap(servers, servers));
    }

    static String unwrap(String text) {
        return apply(text, new ServerUnwrapper(text, LAUNCHER).unwrap(servers(text)));
    }

    /** Returns the messages about each server. */
    static List<String> messages(String text) {
        List<WrapServer> servers = servers(text);
        return new ServerWrapper(text, LAUNCHER, Map.of())
                .wrap(servers, servers).stream()
                        .map(serverChange -> serverChange.server().label() + ": " + serverChange.description())
                        .toList();
    }

    static List<WrapServer> servers(String text) {
        try {
            return WrapServers.findAll(JsoncParser.parse(text));
        } catch (JsoncException e) {
            throw new AssertionError(text, e);
        }
    }

    private static String apply(String text, List<ServerChange> changes) {
        return TextEdit.apply(
                text,
                changes.stream()
                        .flatMap(serverChange -> serverChange.edits().stream())
                        .toList());
    }
}
