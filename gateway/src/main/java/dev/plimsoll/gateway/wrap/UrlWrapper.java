package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor.NewMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a server with a URL behind plimsoll. The client then starts {@code plimsoll run}, which gets the URL and the
 * headers as environment variables: they can contain secrets, which must not be on a command line. {@link UrlUnwrapper}
 * restores the URL and the headers from these variables.
 */
final class UrlWrapper {

    /** Prefix of the variables that {@code wrap} adds. */
    static final String PREFIX = "WRAPPED_";

    static final String TYPE_VARIABLE = PREFIX + "TYPE";
    static final String HEADER_VARIABLE = PREFIX + "HEADER_";

    /** Member in files of Codex: the name of a variable that contains a token. */
    static final String BEARER = "bearer_token_env_var";

    /** Member in files of Codex: the names of variables that contain headers. */
    static final String NAMED_HEADERS = "env_http_headers";

    /** Variable that contains the original text of {@link #NAMED_HEADERS}. */
    static final String NAMED_HEADERS_VARIABLE = PREFIX + "ENV_HTTP_HEADERS";

    /** Member in files of Codex: variables that the client passes to the started program. */
    static final String PASSED_VARIABLES = "env_vars";

    private static final String HEADER_NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    /** Members that only a client can use. A server that has one cannot be wrapped. */
    private static final Set<String> CLIENT_ONLY_MEMBERS = Set.of(
            "oauth",
            "auth",
            "apiKey",
            "authProviderType",
            "requestInit",
            "requestOptions",
            "headersHelper",
            "http_headers_helper",
            "oauth_resource",
            "scopes");

    private final SyntaxEditor editor;
    private final WrapServer wrapServer;
    private final SyntaxNode entry;
    private final EntryNames names;
    private final @Nullable SyntaxMember url;
    private final @Nullable SyntaxMember headers;
    private final @Nullable SyntaxMember environment;

    UrlWrapper(SyntaxEditor editor, WrapServer wrapServer) {
        this.editor = editor;
        this.wrapServer = wrapServer;
        this.entry = wrapServer.entry();
        this.names = wrapServer.names();
        this.url = wrapServer.url();
        this.headers = entry.member(names.headers());
        this.environment = entry.member(names.environment());
    }

    /** Returns the name of the variable that stores the URL of the member with this name. */
    static String urlVariable(String member) {
        return PREFIX + member.toUpperCase(Locale.ROOT);
    }

    /** Returns why the server cannot be wrapped; null if it can be. */
    @Nullable String findProblem() {
        if (url == null || entry.member(names.command()) != null || entry.member("args") != null) {
            return "it has a URL and a command";
        } else if (wrapServer.type().startsWith("w")) {
            return "plimsoll does not support WebSocket";
        }
        for (SyntaxMember member : entry.members()) {
            if (CLIENT_ONLY_MEMBERS.contains(member.name()) && !isEmpty(member.value())) {
                return "only the client can use its " + member.name()
                        + "; call the server with plimsoll run --url by hand";
            }
        }
        String problem = findProblemOfUrl(url.value());
        return problem == null ? findProblemOfHeaders() : problem;
    }

    private static boolean isEmpty(SyntaxNode value) {
        return value.isContainer() && value.members().isEmpty() && value.items().isEmpty();
    }

    private @Nullable String findProblemOfUrl(SyntaxNode value) {
        SyntaxMember type = entry.member("type");
        if (entry.member("<<") != null) {
            return "it gets members from another part of the file (<<)";
        } else if (value.readOnlyReason() != null) {
            return url().name() + ": " + value.readOnlyReason();
        } else if (!value.is(Kind.STRING)
                || !ServerWrapper.isOneLine(value)
                || !ServerWrapper.isSafeInBrackets(value)) {
            return "write its " + url().name() + " on one line in quotes";
        } else if (value.text().matches("(?i)https?://[^/?#]*@.*")) {
            return "user and password in a URL are not supported; put them into a header";
        } else if (!editor.isRenameable(url())) {
            return "write the name " + url().name() + " without escapes";
        } else if (type != null
                && (type.value().readOnlyReason() != null
                        || !type.value().is(Kind.STRING)
                        || !ServerWrapper.isOneLine(type.value()))) {
            return "write its type on one line in quotes";
        }
        return null;
    }

    private @Nullable String findProblemOfHeaders() {
        SyntaxMember bearer = entry.member(BEARER);
        SyntaxMember namedHeaders = entry.member(NAMED_HEADERS);
        if (bearer != null && (entry.member(PASSED_VARIABLES) != null || !isVariableName(bearer.value()))) {
            return "only the client can use its " + BEARER + " here";
        } else if (namedHeaders != null
                && (bearer != null || entry.member(PASSED_VARIABLES) != null || !isHeaderMap(namedHeaders.value()))) {
            return "only the client can use its " + NAMED_HEADERS + " here";
        } else if (environment != null && !environment.value().is(Kind.OBJECT)) {
            return names.environment() + " is not a list of variables";
        } else if (environment != null
                && isEmpty(environment.value())
                && !environment.value().isBracketed()) {
            return "its " + names.environment() + " is empty; remove it";
        } else if (headers == null) {
            return null;
        } else if (!headers.value().is(Kind.OBJECT) || headers.value().readOnlyReason() != null) {
            return names.headers() + " is not a list of headers";
        } else if (isEmpty(headers.value())) {
            return names.equals(EntryNames.CODEX) ? "its " + names.headers() + " is empty; remove it" : null;
        } else if (environment != null && !isEmpty(environment.value())) {
            return "it has " + names.headers() + " and " + names.environment();
        }
        for (SyntaxMember header : headers.value().members()) {
            if (header.from() != header.nameFrom()) {
                return "write its " + names.headers() + " in braces or as a table";
            }
            boolean isPlain = header.value().is(Kind.STRING)
                    && header.value().readOnlyReason() == null
                    && ServerWrapper.isOneLine(header.value())
                    && header.name().matches(HEADER_NAME)
                    && editor.isRenameable(header);
            if (!isPlain) {
                return "a header must have a name without escapes and a text on one line";
            } else if (hasClientPlaceholders(header.value().text())) {
                return "only the client can fill in the placeholders of its " + header.name();
            }
        }
        return null;
    }

    /** Returns whether a header has placeholders that the client replaces only in headers, not in variables. */
    private boolean hasClientPlaceholders(String value) {
        return (names.equals(EntryNames.GOOSE) && value.contains("$")) || value.contains("{{LIBRECHAT_");
    }

    /** Returns whether a value maps names of headers to names of variables, in braces on one line. */
    private static boolean isHeaderMap(SyntaxNode value) {
        return value.is(Kind.OBJECT)
                && value.isBracketed()
                && ServerWrapper.isOneLine(value)
                && !value.members().isEmpty()
                && value.members().stream()
                        .allMatch(header -> header.name().matches(HEADER_NAME) && isVariableName(header.value()));
    }

    /** Returns whether a value is the name of a variable. */
    private static boolean isVariableName(SyntaxNode value) {
        return value.is(Kind.STRING) && value.text().matches("[A-Za-z_][A-Za-z0-9_]*");
    }

    private SyntaxMember url() {
        if (url == null) {
            throw new IllegalStateException("no URL member: findProblem() was not called, or its result was ignored");
        }
        return url;
    }

    /** Returns the values that can contain secrets: the headers and the URL. */
    List<SyntaxNode> secrets() {
        List<SyntaxNode> secrets = new ArrayList<>();
        if (headers != null) {
            headers.value().members().forEach(header -> secrets.add(header.value()));
        }
        secrets.add(url().value());
        return secrets;
    }

    /**
     * Returns the edits with which the client starts plimsoll, and no longer calls the URL.
     *
     * @param runOptions {@code run} and its options
     */
    List<TextEdit> wrap(String launcher, List<String> runOptions) {
        List<TextEdit> edits = new ArrayList<>();
        List<String> arguments = new ArrayList<>(runOptions);
        arguments.addAll(List.of(RunCommandLine.URL_ENV, urlVariable(url().name())));
        List<NewMember> variables = new ArrayList<>();
        variables.add(new NewMember(urlVariable(url().name()), url().value().raw()));
        SyntaxMember type = entry.member("type");
        if (type != null) {
            variables.add(new NewMember(TYPE_VARIABLE, type.value().raw()));
            edits.add(replace(type.value(), editor.encode(names.startedType())));
        }
        edits.addAll(editor.rename(url(), names.command()));
        edits.addAll(passVariables(variables, arguments));
        List<NewMember> newMembers = new ArrayList<>();
        if (headers != null && !isEmpty(headers.value())) {
            edits.addAll(wrapHeaders(headers, variables, arguments));
        } else if (environment == null) {
            newMembers.add(new NewMember(names.environment(), editor.markedObject(variables, url())));
        } else if (isEmpty(environment.value())) {
            edits.add(editor.insertInto(environment.value(), variables));
        } else {
            SyntaxNode members = environment.value();
            edits.add(editor.insertAfter(members, members.members().get(0), variables));
        }
        List<String> literals =
                new ArrayList<>(arguments.stream().map(editor::encode).toList());
        if (names.isCommandList()) {
            literals.add(0, editor.encode(launcher));
            edits.add(replace(url().value(), editor.markedList(literals, url())));
        } else {
            edits.add(replace(url().value(), editor.encode(launcher)));
            newMembers.add(0, new NewMember("args", editor.markedList(literals, url())));
        }
        if (!newMembers.isEmpty()) {
            edits.add(editor.insertAfter(entry, url(), newMembers));
        }
        return edits;
    }

    /**
     * Returns the edits with which the client passes to plimsoll the variables that contain its token or headers. Adds
     * the options for these variables to {@code arguments}. If a part of the file is replaced, adds a variable with the
     * original text to {@code variables}.
     */
    private List<TextEdit> passVariables(List<NewMember> variables, List<String> arguments) {
        List<TextEdit> edits = new ArrayList<>();
        SyntaxMember bearer = entry.member(BEARER);
        SyntaxMember namedHeaders = entry.member(NAMED_HEADERS);
        if (bearer != null) {
            arguments.addAll(List.of(RunCommandLine.BEARER_ENV, bearer.value().text()));
            edits.addAll(editor.rename(bearer, PASSED_VARIABLES));
            edits.add(TextEdit.insert(bearer.value().from(), "["));
            edits.add(TextEdit.insert(bearer.value().to(), "]"));
        } else if (namedHeaders != null) {
            List<String> encodedNames = new ArrayList<>();
            for (SyntaxMember header : namedHeaders.value().members()) {
                String variable = header.value().text();
                encodedNames.add(editor.encode(variable));
                arguments.addAll(List.of(RunCommandLine.HEADER_ENV, header.name() + "=" + variable));
            }
            edits.addAll(editor.rename(namedHeaders, PASSED_VARIABLES));
            edits.add(replace(namedHeaders.value(), "[" + String.join(", ", encodedNames) + "]"));
            variables.add(new NewMember(
                    NAMED_HEADERS_VARIABLE, editor.encode(namedHeaders.value().raw())));
        }
        return edits;
    }

    /**
     * Turns the member with the headers into the member with the variables. If an empty member for variables exists,
     * the two exchange their names, so that no name occurs twice.
     */
    private List<TextEdit> wrapHeaders(SyntaxMember member, List<NewMember> variables, List<String> arguments) {
        List<TextEdit> edits = new ArrayList<>(editor.rename(member, names.environment()));
        if (environment != null) {
            edits.addAll(editor.rename(environment, names.headers()));
        }
        List<SyntaxMember> headerMembers = member.value().members();
        for (int i = 0; i < headerMembers.size(); i++) {
            String variable = HEADER_VARIABLE + (i + 1);
            edits.addAll(editor.rename(headerMembers.get(i), variable));
            arguments.addAll(
                    List.of(RunCommandLine.HEADER_ENV, headerMembers.get(i).name() + "=" + variable));
        }
        edits.add(editor.insertAfter(member.value(), headerMembers.get(0), variables));
        return edits;
    }

    private static TextEdit replace(SyntaxNode value, String text) {
        return new TextEdit(value.from(), value.to(), text);
    }
}
