package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.check.References.Filled;
import dev.plimsoll.gateway.config.check.References.ReferenceException;
import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Secrecy;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.config.source.Node;
import dev.plimsoll.gateway.config.source.Node.Field;
import dev.plimsoll.gateway.config.source.Node.Fields;
import dev.plimsoll.gateway.config.source.Node.Items;
import dev.plimsoll.gateway.config.source.Node.Text;
import dev.plimsoll.policy.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the values of keys: texts into values, references into secrets. */
final class Values {

    private final References references;
    private final Faults faults;
    private final boolean secretsMayBeWritten;

    Values(References references, Faults faults, boolean secretsMayBeWritten) {
        this.references = references;
        this.faults = faults;
        this.secretsMayBeWritten = secretsMayBeWritten;
    }

    /** The value, or null after a fault. */
    @Nullable Setting read(Key key, Node node, String shown) {
        Shape shape = key.shape();
        if (shape instanceof Shape.One one) {
            return one.form().kind() == Form.Kind.NAMES
                    ? names(key, one.form(), node, shown)
                    : one(key, one.form(), node, shown);
        }
        if (shape instanceof Shape.TextMap) {
            return map(key, node, shown);
        }
        if (shape instanceof Shape.Command && !namesProgram(node)) {
            wrongKind(key, node instanceof Items items ? items.items().getFirst() : node, shown);
            return null;
        }
        if (shape instanceof Shape.Command && node instanceof Text) {
            Filled filled = filled(key, node, shown);
            return filled == null
                    ? null
                    : new Setting(
                            List.of(filled.value()),
                            Masking.arguments(List.of(filled.masked())),
                            node.origin(),
                            filled.names());
        }
        return list(key, shape instanceof Shape.Many many ? many.form() : null, node, shown);
    }

    /** Arguments may be numbers, but a program that is one was meant for another key. */
    private static boolean namesProgram(Node node) {
        Node program = node instanceof Items items && !items.items().isEmpty()
                ? items.items().getFirst()
                : node;
        return !(program instanceof Text text) || text.kind().equals("text");
    }

    private @Nullable Setting one(Key key, Form<?> form, Node node, String shown) {
        if (node instanceof Text text && key.open() != null && text.text().equals(key.open())) {
            return new Setting(null, null, node.origin(), "");
        }
        Filled filled = filled(key, node, shown);
        if (filled == null) {
            return null;
        }
        Object value = parsed(key, form, filled, node, shown);
        if (value == null) {
            return null;
        }
        String masked = key.secrecy() == Secrecy.OPEN ? textOf(form, value) : Masking.url(filled.masked());
        return new Setting(value, masked, node.origin(), filled.names());
    }

    private static <T> String textOf(Form<T> form, Object value) {
        return form.text(form.type().cast(value));
    }

    private @Nullable Object parsed(Key key, Form<?> form, Filled filled, Node node, String shown) {
        try {
            return form.parsed(filled.value());
        } catch (IllegalArgumentException e) {
            boolean secret = key.secrecy().masked() || !filled.names().isEmpty();
            String got = secret ? "" : ", got " + Faults.quoted(Masking.url(filled.value()));
            String near = secret ? "" : Suggestion.of(filled.value(), form.choices());
            faults.wrong(shown, node.origin(), "must be " + form.allowed() + orOpen(key) + got + near);
            return null;
        }
    }

    private static String orOpen(Key key) {
        return key.open() == null ? "" : ", or " + key.open();
    }

    /** Names come as a list, or as one text with commas. */
    private @Nullable Setting names(Key key, Form<?> form, Node node, String shown) {
        if (node instanceof Text text && key.open() != null && text.text().equals(key.open())) {
            return new Setting(null, null, node.origin(), "");
        }
        String joined;
        if (node instanceof Items items) {
            List<String> names = new ArrayList<>();
            for (Node item : items.items()) {
                if (!(item instanceof Text text) || text.text().indexOf(',') >= 0) {
                    faults.wrong(
                            shown + "[" + names.size() + "]", item.origin(), "must be a field name without commas");
                    return null;
                }
                if (parsed(
                                key,
                                form,
                                new Filled(text.text(), text.text(), "", true),
                                item,
                                shown + "[" + names.size() + "]")
                        == null) {
                    return null;
                }
                names.add(text.text());
            }
            joined = String.join(",", names);
        } else if (node instanceof Text text) {
            joined = text.text();
        } else {
            wrongKind(key, node, shown);
            return null;
        }
        Object value = parsed(key, form, new Filled(joined, joined, "", true), node, shown);
        return value == null ? null : new Setting(value, value, node.origin(), "");
    }

    private @Nullable Setting list(Key key, @Nullable Form<String> form, Node node, String shown) {
        if (!(node instanceof Items items) || (form == null && items.items().isEmpty())) {
            wrongKind(key, node, shown);
            return null;
        }
        List<String> values = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        StringBuilder notes = new StringBuilder();
        boolean good = true;
        for (Node item : items.items()) {
            String place = shown + "[" + values.size() + "]";
            Filled filled = filled(key, item, place);
            boolean fine = filled != null && (form == null || parsed(key, form, filled, item, place) != null);
            good &= fine;
            values.add(filled == null ? "" : filled.value());
            masked.add(filled == null ? "" : filled.masked());
            notes.append(filled == null || filled.names().isEmpty() ? "" : " " + filled.names());
        }
        List<String> shownValues = key.secrecy() == Secrecy.REFERENCES ? Masking.arguments(masked) : masked;
        return good
                ? new Setting(
                        List.copyOf(values),
                        shownValues,
                        node.origin(),
                        notes.toString().strip())
                : null;
    }

    private @Nullable Setting map(Key key, Node node, String shown) {
        if (!(node instanceof Fields fields)) {
            wrongKind(key, node, shown);
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> masked = new LinkedHashMap<>();
        StringBuilder notes = new StringBuilder();
        boolean good = true;
        for (Field field : fields.fields()) {
            String name = field.name();
            String place = shown + "." + Faults.quoted(name);
            if (name.isEmpty() || name.indexOf('\0') >= 0 || name.indexOf('=') >= 0) {
                faults.wrong(place, field.origin(), "must have a name, without =");
                good = false;
            } else if (!field.value().isNull()) {
                Filled filled = filled(key, field.value(), place);
                good &= filled != null;
                values.put(name, filled == null ? "" : filled.value());
                masked.put(name, filled == null ? "" : filled.masked());
                notes.append(filled == null || filled.names().isEmpty() ? "" : " " + filled.names());
            }
        }
        return good
                ? new Setting(values, masked, node.origin(), notes.toString().strip())
                : null;
    }

    /** The text with secrets filled in, or null after a fault. */
    private @Nullable Filled filled(Key key, Node node, String shown) {
        if (!(node instanceof Text text)) {
            wrongKind(key, node, shown);
            return null;
        }
        if (!key.secrecy().allowsReferences()) {
            if (References.in(text.text())) {
                faults.wrong(shown, node.origin(), "may not refer to secrets, got " + Faults.quoted(text.text()));
                return null;
            }
            return new Filled(text.text(), text.text(), "", true);
        }
        try {
            return masked(key, references.filled(text.text()), node, shown);
        } catch (ReferenceException e) {
            faults.wrong(shown, node.origin(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable Filled masked(Key key, Filled filled, Node node, String shown) {
        if (key.secrecy() == Secrecy.SECRET && filled.literal() && !secretsMayBeWritten) {
            faults.wrong(
                    shown,
                    node.origin(),
                    "a secret must not be written here; put it in a variable or a file and"
                            + " write \"${NAME}\" or \"${file:PATH}\"");
            return null;
        }
        boolean hide = key.secrecy().masked() && (filled.names().isEmpty() || key.secrecy() == Secrecy.SECRET);
        return hide ? new Filled(filled.value(), Secret.MASK, filled.names(), filled.literal()) : filled;
    }

    private void wrongKind(Key key, Node node, String shown) {
        faults.wrong(shown, node.origin(), "must be " + key.allowed() + ", got " + node.kind());
    }
}
