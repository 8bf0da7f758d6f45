package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import dev.plimsoll.gateway.wrap.jsonc.Jsonc;
import dev.plimsoll.gateway.wrap.jsonc.JsoncException;
import java.util.List;
import java.util.Map;

/** Wraps and unwraps texts that are in no file. */
final class Texts {

    /** The system has such a program; nothing starts it. */
    static final String LAUNCHER = "/bin/sh";

    private Texts() {}

    static String wrapped(String text) {
        return wrapped(text, Map.of());
    }

    static String wrapped(String text, Map<String, String> options) {
        List<Server> servers = servers(text);
        return applied(text, new Wrapping(text, LAUNCHER, options).of(servers, servers));
    }

    static String unwrapped(String text) {
        return applied(text, new Unwrapping(text, LAUNCHER).of(servers(text)));
    }

    /** What people are told about each server. */
    static List<String> told(String text) {
        List<Server> servers = servers(text);
        return new Wrapping(text, LAUNCHER, Map.of())
                .of(servers, servers).stream()
                        .map(change -> change.server().label() + ": " + change.what())
                        .toList();
    }

    static List<Server> servers(String text) {
        try {
            return Servers.in(Jsonc.parse(text));
        } catch (JsoncException e) {
            throw new AssertionError(text, e);
        }
    }

    private static String applied(String text, List<Change> changes) {
        return Edit.apply(
                text,
                changes.stream().flatMap(change -> change.edits().stream()).toList());
    }
}
