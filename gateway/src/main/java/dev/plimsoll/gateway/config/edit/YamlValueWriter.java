package dev.plimsoll.gateway.config.edit;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writes JSON values as YAML, on one line. Omits the quotes of a text if every version of YAML reads it as a text. */
final class YamlValueWriter {

    private static final int MAX_DEPTH = 16;
    private static final Pattern SAFE = Pattern.compile("(--?)?[A-Za-z_/][A-Za-z0-9_./@+-]*");

    private YamlValueWriter() {}

    /**
     * Returns the value as YAML on one line, with brackets around maps and lists.
     *
     * @throws EditException if the value is nested too deeply
     */
    static String toFlowStyle(Slice json) throws EditException {
        StringBuilder yaml = new StringBuilder();
        write(Json.trim(json), yaml, 1);
        return yaml.toString();
    }

    private static void write(Slice value, StringBuilder yaml, int depth) throws EditException {
        if (depth > MAX_DEPTH) {
            throw new EditException("the value is nested deeper than " + MAX_DEPTH + " levels");
        }
        switch (Json.type(value)) {
            case OBJECT -> {
                MemberIndex members = MemberIndex.of(value);
                yaml.append('{');
                for (int i = 0; i < members.count(); i++) {
                    yaml.append(i == 0 ? "" : ", ")
                            .append(toScalar(members.keyText(i)))
                            .append(": ");
                    write(members.value(i), yaml, depth + 1);
                }
                yaml.append('}');
            }
            case ARRAY -> {
                ItemIndex items = ItemIndex.of(value);
                yaml.append('[');
                for (int i = 0; i < items.count(); i++) {
                    yaml.append(i == 0 ? "" : ", ");
                    write(items.item(i), yaml, depth + 1);
                }
                yaml.append(']');
            }
            case STRING -> {
                String text = text(value);
                yaml.append(isSafe(text) ? text : value.utf8());
            }
            default -> yaml.append(value.utf8());
        }
    }

    /** Returns whether the value is an object that has members. */
    static boolean hasMembers(Slice json) {
        return Json.type(json) == JsonType.OBJECT && MemberIndex.of(json).count() > 0;
    }

    private static String text(Slice string) {
        return JsonText.unescapeToString(Json.stringInside(string));
    }

    /** Returns a name or text as YAML, in quotes if needed. */
    static String toScalar(String text) {
        return isSafe(text) ? text : quote(text);
    }

    /** Returns the text in quotes, in a form that is valid JSON and YAML. */
    static String quote(String text) {
        return new ByteSink().string(text).slice().utf8();
    }

    private static boolean isSafe(String text) {
        return SAFE.matcher(text).matches()
                && switch (text.toLowerCase(Locale.ROOT)) {
                    case "true", "false", "null", "yes", "no", "on", "off", "y", "n" -> false;
                    default -> true;
                };
    }
}
