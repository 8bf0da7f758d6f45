package dev.plimsoll.gateway.shell;

import java.util.List;
import java.util.Locale;

/** A page in the language of {@code man}. */
final class RoffWriter {

    private final StringBuilder page = new StringBuilder();

    /** Text in which nothing is taken for a request. */
    static String escaped(String text) {
        String plain = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("\n", " ");
        return plain.startsWith(".") ? "\\&" + plain : plain;
    }

    RoffWriter title(String name, String version) {
        return line(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"" + escaped(version) + "\"");
    }

    RoffWriter section(String name) {
        return line(".SH " + name);
    }

    RoffWriter subsection(String name) {
        return line(".SS \"" + escaped(name) + "\"");
    }

    RoffWriter bold(String words) {
        return line(".B " + escaped(words));
    }

    /** As it is: the caller has escaped it. */
    RoffWriter text(String text) {
        return line(text);
    }

    RoffWriter paragraph(String text) {
        return line(".PP").line(text);
    }

    RoffWriter item(String term, String text) {
        return line(".TP").line("\\fB" + escaped(term) + "\\fR").line(text);
    }

    /** Lines that are not filled. */
    RoffWriter code(List<String> lines) {
        line(".nf");
        lines.forEach(one -> line(escaped(one)));
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
