package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.key.Scope;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.source.Node;
import dev.plimsoll.gateway.config.source.Node.Field;
import dev.plimsoll.gateway.config.source.Node.Fields;
import dev.plimsoll.gateway.config.source.Node.Text;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.gateway.config.source.SourceException;
import dev.plimsoll.gateway.config.source.YamlText;
import dev.plimsoll.policy.Form;
import java.util.List;

/** A value with the way to it, as if it had been written in a file: how variables and options are checked like the rest. */
public final class Written {

    private Written() {}

    /** Throws when the text is meant to be a list or map and cannot be read. */
    public static Node at(List<String> path, String text, String source) throws SourceException {
        Origin origin = Origin.of(source);
        Node node = simple(path) || !(text.startsWith("[") || text.startsWith("{"))
                ? text(text, origin)
                : YamlText.flow(text, source);
        for (int i = path.size() - 1; i >= 0 && node != null; i--) {
            node = new Fields(List.of(new Field(path.get(i), origin, node)), origin);
        }
        return node == null ? new Text("", true, origin) : node;
    }

    /** Nothing here can be quoted: it stands for nothing, or is a text. */
    private static Text text(String text, Origin origin) {
        Text plain = new Text(text, true, origin);
        return plain.isNull() ? plain : new Text(text, false, origin);
    }

    /** Whether the value is one text, whatever it begins with. */
    private static boolean simple(List<String> path) {
        Scope scope = Keys.root();
        int from = 0;
        Key table = path.size() > 2 ? scope.key(path.get(0)) : null;
        if (table != null && table.shape() instanceof Shape.Table named) {
            scope = named.scope();
            from = 2;
        }
        Key key = scope.key(String.join(".", path.subList(from, path.size())));
        return key != null && key.shape() instanceof Shape.One one && one.form().kind() != Form.Kind.NAMES;
    }
}
