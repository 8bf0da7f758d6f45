package dev.plimsoll.gateway.shell;

import java.util.List;
import java.util.Locale;

/** Writes a manual page in roff. */
final class RoffWriter {

    private final StringBuilder page = new StringBuilder();

    /** Escapes text, so that roff shows it literally and interprets no part of it as a command. */
    static String escape(String text) {
        String escaped = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("\n", " ");
        return escaped.startsWith(".") ? "\\&" + escaped : escaped;
    }

    RoffWriter title(String name, String version) {
        return line(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"" + escape(version) + "\"");
    }

    RoffWriter section(String name) {
        return line(".SH " + name);
    }

    RoffWriter subsection(String name) {
        return line(".SS \"" + escape(name) + "\"");
    }

    RoffWriter bold(String words) {
        return line(".B " + escape(words));
    }

    /** Appends text that the caller has escaped. */
    RoffWriter text(String text) {
        return line(text);
    }

    /** Appends a paragraph, whose text the caller has escaped. */
    RoffWriter paragraph(String text) {
        return line(".PP").line(text);
    }

    /** Appends a term, and its text, which the caller has escaped. */
    RoffWriter item(String term, String text) {
        return line(".TP").line("\\fB" + escape(term) + "\\fR").line(text);
    }

    /** Appends lines that roff does not join or wrap. */
    RoffWriter code(List<String> lines) {
        line(".nf");
        lines.forEach(text -> line(escape(text)));
        return line(".fi");
    }

    private RoffWriter line(String text) {
        page.append(text).append('\n');
        return this;
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
