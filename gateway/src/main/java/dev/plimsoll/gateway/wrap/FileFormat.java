package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.JsoncEditor;
import dev.plimsoll.gateway.wrap.syntax.JsoncParser;
import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.TomlEditor;
import dev.plimsoll.gateway.wrap.syntax.TomlParser;
import dev.plimsoll.gateway.wrap.syntax.YamlEditor;
import dev.plimsoll.gateway.wrap.syntax.YamlParser;
import java.nio.file.Path;
import java.util.Locale;

/** Format of a client's configuration file. */
enum FileFormat {
    JSON,
    TOML,
    YAML;

    /** Returns the format by the suffix of the file name; JSON for other suffixes. */
    static FileFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".toml")) {
            return TOML;
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? YAML : JSON;
    }

    SyntaxNode parse(String text) throws SyntaxException {
        return switch (this) {
            case JSON -> JsoncParser.parse(text);
            case TOML -> TomlParser.parse(text);
            case YAML -> YamlParser.parse(text);
        };
    }

    SyntaxEditor editor(String text) {
        return switch (this) {
            case JSON -> new JsoncEditor(text);
            case TOML -> new TomlEditor(text);
            case YAML -> new YamlEditor(text);
        };
    }
}
