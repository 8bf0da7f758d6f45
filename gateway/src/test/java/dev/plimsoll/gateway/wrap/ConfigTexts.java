package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.List;
import java.util.Map;

/** Wraps and unwraps texts of configurations that are not in files. */
final class ConfigTexts {

    /** The launcher in wrapped commands. It exists on this system, but the tests do not start it. */
    static final String LAUNCHER = "/bin/sh";

    private ConfigTexts() {}

    static String wrap(String text) {
        return wrap(text, Map.of());
    }

    static String wrap(String text, Map<String, String> options) {
        return wrap(FileFormat.JSON, text, options);
    }

    static String wrap(FileFormat format, String text, Map<String, String> options) {
        List<WrapServer> servers = servers(format, text);
        return apply(text, new ServerWrapper(format.editor(text), LAUNCHER, options).wrap(servers, servers));
    }

    static String unwrap(String text) {
        return unwrap(FileFormat.JSON, text);
    }

    static String unwrap(FileFormat format, String text) {
        return apply(text, new ServerUnwrapper(format.editor(text), LAUNCHER).unwrap(servers(format, text)));
    }

    /** Returns the message about each server that is wrapped or left unchanged. */
    static List<String> messages(String text) {
        return messages(FileFormat.JSON, text);
    }

    static List<String> messages(FileFormat format, String text) {
        List<WrapServer> servers = servers(format, text);
        return new ServerWrapper(format.editor(text), LAUNCHER, Map.of())
                .wrap(servers, servers).stream()
                        .map(serverChange -> serverChange.server().label() + ": " + serverChange.description())
                        .toList();
    }

    static List<WrapServer> servers(FileFormat format, String text) {
        try {
            return WrapServers.findAll(format.parse(text));
        } catch (SyntaxException e) {
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
