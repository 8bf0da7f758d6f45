package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Restores a server with a URL from the environment variables that {@link UrlWrapper} wrote. */
final class UrlUnwrapper {

    private final SyntaxEditor editor;
    private final SyntaxNode entry;
    private final EntryNames names;
    private final @Nullable SyntaxMember command;
    private final @Nullable SyntaxMember environment;
    private final @Nullable String urlMember;

    /** Names of headers, by the name of the variable that contains the value of the header. */
    private final Map<String, String> headerByVariable = new HashMap<>();

    /** Variables that the client passes from its own environment. */
    private final List<String> passedVariables = new ArrayList<>();

    UrlUnwrapper(SyntaxEditor editor, WrapServer wrapServer, RunCommandLine runCommand) {
        this.editor = editor;
        this.entry = wrapServer.entry();
        this.names = wrapServer.names();
        this.command = entry.member(names.command());
        this.environment = wrapServer.environment();
        this.urlMember = WrapServer.URL_MEMBERS.stream()
                .filter(member -> UrlWrapper.urlVariable(member).equals(runCommand.findValue(RunCommandLine.URL_ENV)))
                .findFirst()
                .orElse(null);
        for (String header : runCommand.headers()) {
            int equalsSign = header.indexOf('=');
            String variable = header.substring(equalsSign + 1);
            if (variable.startsWith(UrlWrapper.HEADER_VARIABLE)) {
                headerByVariable.put(variable, header.substring(0, equalsSign));
            } else {
                passedVariables.add(variable);
            }
        }
        String bearer = runCommand.findValue(RunCommandLine.BEARER_ENV);
        if (bearer != null) {
            passedVariables.add(bearer);
        }
    }

    /** Returns why the server cannot be restored; null if it can be. */
    @Nullable String findProblem() {
        if (command == null || urlMember == null || environment == null || findVariable(urlVariable()) == null) {
            return "its URL is not in a variable that wrap wrote";
        }
        for (String variable : headerByVariable.keySet()) {
            if (findVariable(variable) == null) {
                return "its variable " + variable + " is missing";
            }
        }
        SyntaxMember passedMember = entry.member(UrlWrapper.PASSED_VARIABLES);
        List<String> actualVariables = passedMember == null
                ? List.of()
                : passedMember.value().items().stream().map(SyntaxNode::text).toList();
        if (!passedVariables.isEmpty() && !actualVariables.equals(passedVariables)) {
            return "its " + UrlWrapper.PASSED_VARIABLES + " must be " + String.join(", ", passedVariables);
        }
        return null;
    }

    private String urlVariable() {
        return UrlWrapper.urlVariable(String.valueOf(urlMember));
    }

    private @Nullable SyntaxMember findVariable(String name) {
        SyntaxMember variable = environment == null ? null : environment.value().member(name);
        return variable != null && variable.value().is(Kind.STRING) ? variable : null;
    }

    private static SyntaxMember require(@Nullable SyntaxMember member) {
        if (member == null) {
            throw new IllegalStateException("cannot unwrap: findProblem() was not called, or its result was ignored");
        }
        return member;
    }

    /** Returns the values that can contain secrets. */
    List<SyntaxNode> secrets() {
        return require(environment).value().members().stream()
                .filter(member -> member.name().startsWith(UrlWrapper.PREFIX))
                .filter(member -> !member.name().equals(UrlWrapper.TYPE_VARIABLE)
                        && !member.name().equals(UrlWrapper.NAMED_HEADERS_VARIABLE))
                .map(SyntaxMember::value)
                .toList();
    }

    List<TextEdit> unwrap() {
        SyntaxMember program = require(command);
        SyntaxMember variables = require(environment);
        SyntaxMember url = require(findVariable(urlVariable()));
        List<TextEdit> edits = new ArrayList<>(editor.rename(program, String.valueOf(urlMember)));
        edits.add(replace(program.value(), url.value().raw()));
        List<SyntaxMember> removedVariables = new ArrayList<>(List.of(url));
        SyntaxMember type = entry.member("type");
        SyntaxMember originalType = findVariable(UrlWrapper.TYPE_VARIABLE);
        if (originalType != null) {
            removedVariables.add(originalType);
            if (type != null) {
                edits.add(replace(type.value(), originalType.value().raw()));
            }
        }
        SyntaxMember namedHeaders = findVariable(UrlWrapper.NAMED_HEADERS_VARIABLE);
        if (namedHeaders != null) {
            removedVariables.add(namedHeaders);
        }
        unwrapPassedVariables(edits, namedHeaders);
        List<SyntaxMember> removedMembers = new ArrayList<>();
        SyntaxMember arguments = entry.member("args");
        if (arguments != null) {
            removedMembers.add(arguments);
        }
        boolean isAddedByWrap = editor.isMarked(variables.value())
                && removedVariables.size() == variables.value().members().size();
        if (headerByVariable.isEmpty() && isAddedByWrap) {
            removedMembers.add(variables);
        } else {
            edits.addAll(editor.remove(variables.value(), removedVariables));
            unwrapHeaders(variables, edits);
        }
        edits.addAll(editor.remove(entry, removedMembers));
        return edits;
    }

    private void unwrapPassedVariables(List<TextEdit> edits, @Nullable SyntaxMember namedHeaders) {
        SyntaxMember passedMember = entry.member(UrlWrapper.PASSED_VARIABLES);
        if (passedVariables.isEmpty() || passedMember == null) {
            return;
        } else if (namedHeaders != null) {
            edits.addAll(editor.rename(passedMember, UrlWrapper.NAMED_HEADERS));
            edits.add(replace(passedMember.value(), namedHeaders.value().text()));
        } else {
            edits.addAll(editor.rename(passedMember, UrlWrapper.BEARER));
            edits.add(replace(
                    passedMember.value(), passedMember.value().items().get(0).raw()));
        }
    }

    private void unwrapHeaders(SyntaxMember variables, List<TextEdit> edits) {
        if (headerByVariable.isEmpty()) {
            return;
        }
        edits.addAll(editor.rename(variables, names.headers()));
        // if the entry had an empty member for variables, wrap exchanged its name with that of the headers; this
        // exchanges them back
        SyntaxMember emptyVariables = entry.member(names.headers());
        if (emptyVariables != null) {
            edits.addAll(editor.rename(emptyVariables, names.environment()));
        }
        for (SyntaxMember variable : variables.value().members()) {
            String header = headerByVariable.get(variable.name());
            if (header != null) {
                edits.addAll(editor.rename(variable, header));
            }
        }
    }

    private static TextEdit replace(SyntaxNode value, String text) {
        return new TextEdit(value.from(), value.to(), text);
    }
}
