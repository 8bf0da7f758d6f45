package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Command line of a server behind plimsoll: {@code run OPTION… -- COMMAND ARGUMENT…}, as wrap writes it, or without
 * {@code --}.
 *
 * @param arguments the list with the options, which begins with {@code run}, or with the program and {@code run}
 * @param options items with the values of the options: separate items, or {@code --option=value}
 * @param endIndex index of the item after the options: {@code --}, or the command; -1 if there is neither
 */
record RunLine(JsoncNode arguments, Map<String, JsoncNode> options, int endIndex) {

    private static final Pattern PROGRAM = Pattern.compile("(.*[/\\\\])?plimsoll(\\.(exe|cmd|bat))?");
    private static final Set<String> OPTIONS_WITH_VALUE =
            Set.of("--name", "--budget", "--preset", "--config", "--data", "--url", "--log-level");

    /** Returns null if the server is not behind plimsoll. */
    static @Nullable RunLine find(WrapServer wrapServer, String launcher) {
        JsoncMember list = wrapServer.commandList();
        JsoncMember command = wrapServer.command();
        JsoncMember arguments = wrapServer.arguments();
        if (list != null) {
            return isRun(list.value().items().get(0), list.value(), 1, launcher) ? parse(list.value(), 2) : null;
        } else if (command == null || arguments == null) {
            return null;
        }
        return isRun(command.value(), arguments.value(), 0, launcher) ? parse(arguments.value(), 1) : null;
    }

    private static boolean isRun(JsoncNode command, JsoncNode arguments, int firstArgument, String launcher) {
        String program = command.text();
        boolean isPlimsoll =
                program.equals(launcher) || PROGRAM.matcher(program).matches();
        List<JsoncNode> items = arguments.items();
        return isPlimsoll
                && items.size() > firstArgument
                && items.get(firstArgument).text().equals("run");
    }

    private static RunLine parse(JsoncNode arguments, int firstOption) {
        List<JsoncNode> items = arguments.items();
        Map<String, JsoncNode> options = new LinkedHashMap<>();
        for (int i = firstOption; i < items.size(); i++) {
            String text = items.get(i).text();
            int equalsSign = text.indexOf('=');
            if (text.equals("--") || !text.startsWith("-")) {
                return new RunLine(arguments, options, i);
            } else if (text.startsWith("--") && equalsSign > 0) {
                options.put(text.substring(0, equalsSign), items.get(i));
            } else if (OPTIONS_WITH_VALUE.contains(text) && i + 1 < items.size()) {
                options.put(text, items.get(++i));
            }
        }
        return new RunLine(arguments, options, -1);
    }

    private List<JsoncNode> items() {
        return arguments.items();
    }

    /** Returns whether there is a command to restore. */
    boolean canBeUndone() {
        return endIndex > 0
                && commandIndex() < items().size()
                && items().get(commandIndex()).is(Kind.STRING);
    }

    private int commandIndex() {
        return items().get(endIndex).text().equals("--") ? endIndex + 1 : endIndex;
    }

    JsoncNode firstItem() {
        return items().get(0);
    }

    /** Returns the item before which options can be added. */
    JsoncNode optionsEnd() {
        return items().get(endIndex);
    }

    JsoncNode originalCommand() {
        return items().get(commandIndex());
    }

    List<JsoncNode> originalArguments() {
        return items().subList(commandIndex() + 1, items().size());
    }

    /** Returns the value of an option. */
    @Nullable String value(String option) {
        JsoncNode item = options.get(option);
        if (item == null) {
            return null;
        }
        return isJoined(option, item) ? item.text().substring(option.length() + 1) : item.text();
    }

    /** Returns the text of an option's item with another value. */
    static String valueText(String option, JsoncNode item, String value) {
        return isJoined(option, item) ? option + "=" + value : value;
    }

    private static boolean isJoined(String option, JsoncNode item) {
        return item.text().startsWith(option + "=");
    }
}
