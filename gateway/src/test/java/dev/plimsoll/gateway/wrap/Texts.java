package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncException;
import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.List;
import java.util.Map;

/** Wraps and unwraps configurations without a file. */
final class Texts {

    /** A program that exists on this system, but is never started. */
    static final String LAUNCHER = "/bin/sh";

    private Texts() {}

    static String wrapped(String text) {
        return wrapped(text, Map.of());
    }

    static String wrapped(String text, Map<String, String> options) {
        List<WrapServer> servers = servers(text);
        return applied(text, new ServerWrapper(text, LAUNCHER, options).of(servers, servers));
    }

    static String unwrapped(String text) {
        return applied(text, new ServerUnwrapper(text, LAUNCHER).of(servers(text)));
    }

    /** Returns the messages about each server. */
    static List<String> told(String text) {
        List<WrapServer> servers = servers(text);
        return new ServerWrapper(text, LAUNCHER, Map.of())
                .of(servers, servers).stream()
                        .map(serverChange -> serverChange.server().label() + ": " + serverChange.what())
                        .toList();
    }

    static List<WrapServer> servers(String text) {
        try {
            return WrapServers.in(JsoncParser.parse(text));
        } catch (JsoncException e) {
            throw new AssertionError(text, e);
        }
    }

    private static String applied(String text, List<ServerChange> changes) {
        return TextEdit.apply(
                text,
                changes.stream()
                        .flatMap(serverChange -> serverChange.edits().stream())
                        .toList());
    }
}
