package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Command line of a server behind plimsoll: {@code run OPTION… -- COMMAND ARGUMENT…} or {@code run OPTION… --url-env
 * VARIABLE}, as {@code wrap} writes them. The {@code --} may be missing.
 *
 * @param arguments the list that contains the options; its first item is {@code run}, or the program before {@code run}
 * @param options for each option, the item that contains its value: the value alone, or
 *     {@code --option=value}
 * @param headers all values of {@code --header-env}
 * @param insertIndex index of the item before which new options are inserted: {@code --}, the command, or {@code
 *     --url-env}; -1 if there is none of them
 */
record RunCommandLine(SyntaxNode arguments, Map<String, SyntaxNode> options, List<String> headers, int insertIndex) {

    static final String URL_ENV = "--url-env";
    static final String HEADER_ENV = "--header-env";
    static final String BEARER_ENV = "--bearer-env";

    private static final Pattern PROGRAM = Pattern.compile("(.*[/\\\\])?plimsoll(\\.(exe|cmd|bat))?");
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of(
            "--name",
            "--budget",
            "--preset",
            "--config",
            "--data",
            "--url",
            "--log-level",
            "--daemon",
            URL_ENV,
            HEADER_ENV,
            BEARER_ENV);

    /** Returns the command line of a server; null if the server is not behind plimsoll. */
    static @Nullable RunCommandLine find(WrapServer wrapServer, String launcher) {
        SyntaxMember list = wrapServer.commandList();
        SyntaxMember command = wrapServer.command();
        SyntaxMember arguments = wrapServer.arguments();
        if (list != null) {
            return isRunCommand(list.value().items().get(0), list.value(), 1, launcher) ? parse(list.value(), 2) : null;
        } else if (command == null || arguments == null) {
            return null;
        }
        return isRunCommand(command.value(), arguments.value(), 0, launcher) ? parse(arguments.value(), 1) : null;
    }

    private static boolean isRunCommand(SyntaxNode command, SyntaxNode arguments, int firstArgument, String launcher) {
        String program = command.text();
        boolean isPlimsoll =
                program.equals(launcher) || PROGRAM.matcher(program).matches();
        List<SyntaxNode> items = arguments.items();
        return isPlimsoll
                && items.size() > firstArgument
                && items.get(firstArgument).text().equals("run");
    }

    private static RunCommandLine parse(SyntaxNode arguments, int firstOption) {
        List<SyntaxNode> items = arguments.items();
        Map<String, SyntaxNode> options = new LinkedHashMap<>();
        List<String> headers = new ArrayList<>();
        int urlIndex = -1;
        for (int i = firstOption; i < items.size(); i++) {
            String text = items.get(i).text();
            int equalsSign = text.indexOf('=');
            if (text.equals("--") || !text.startsWith("-")) {
                return new RunCommandLine(arguments, options, headers, i);
            } else if (text.startsWith("--") && equalsSign > 0) {
                options.put(text.substring(0, equalsSign), items.get(i));
            } else if (OPTIONS_WITH_VALUE.contains(text) && i + 1 < items.size()) {
                urlIndex = text.equals(URL_ENV) ? i : urlIndex;
                options.put(text, items.get(++i));
                if (text.equals(HEADER_ENV)) {
                    headers.add(items.get(i).text());
                }
            }
        }
        return new RunCommandLine(arguments, options, headers, urlIndex);
    }

    private List<SyntaxNode> items() {
        return arguments.items();
    }

    /** Returns whether the URL of the server is in a variable, as {@link UrlWrapper} writes it. */
    boolean hasUrlVariable() {
        return options.containsKey(URL_ENV) && insertIndex > 0;
    }

    /** Returns whether there is a command to restore. */
    boolean hasCommand() {
        return insertIndex > 0
                && !hasUrlVariable()
                && commandIndex() < items().size()
                && items().get(commandIndex()).is(Kind.STRING);
    }

    int commandIndex() {
        return items().get(insertIndex).text().equals("--") ? insertIndex + 1 : insertIndex;
    }

    SyntaxNode originalCommand() {
        return items().get(commandIndex());
    }

    boolean hasOriginalArguments() {
        return commandIndex() + 1 < items().size();
    }

    /** Returns the value of an option. */
    @Nullable String findValue(String option) {
        SyntaxNode item = options.get(option);
        if (item == null) {
            return null;
        }
        return isJoined(option, item) ? item.text().substring(option.length() + 1) : item.text();
    }

    /** Returns the text of an option's item with another value. */
    static String valueText(String option, SyntaxNode item, String value) {
        return isJoined(option, item) ? option + "=" + value : value;
    }

    private static boolean isJoined(String option, SyntaxNode item) {
        return item.text().startsWith(option + "=");
    }
}
