package dev.plimsoll.documents.html;

import dev.plimsoll.documents.limit.ReadMeter;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** Converts the elements of an HTML page to Markdown: headings, paragraphs, lists, links, code, and tables. */
final class MarkdownWriter implements NodeFilter {

    private static final Set<String> SKIPPED_ELEMENTS = Set.of(
            "script",
            "style",
            "noscript",
            "template",
            "svg",
            "math",
            "iframe",
            "object",
            "canvas",
            "head",
            "select",
            "textarea",
            "input",
            "button",
            "dialog");

    private static final Set<String> BLOCK_ELEMENTS = Set.of(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "form",
            "header",
            "hr",
            "li",
            "main",
            "nav",
            "ol",
            "p",
            "section",
            "summary",
            "table",
            "tbody",
            "tfoot",
            "thead",
            "tr",
            "ul");

    private static final int MAX_INDENT = 8;

    private final ReadMeter meter;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    /** Indentation and marker of the next line in a list. */
    private String prefix = "";

    private int listDepth;
    private int tableCount;

    MarkdownWriter(ReadMeter meter) {
        this.meter = meter;
    }

    /** Returns the number of written tables. */
    int tableCount() {
        return tableCount;
    }

    /** Writes the title of a page that has no main heading. */
    void writeTitle(String title) {
        writeBlock("# " + toOneLine(title));
    }

    /** Converts the body of a page, and returns all Markdown that was written. */
    String writeBody(Element body) {
        body.filter(this);
        endLine();
        return out.toString().strip() + "\n";
    }

    @Override
    public FilterResult head(Node node, int depth) {
        meter.countStep();
        if (node instanceof TextNode text) {
            append(text.getWholeText());
            return FilterResult.CONTINUE;
        }
        if (!(node instanceof Element element)) {
            return FilterResult.SKIP_ENTIRELY;
        }
        String name = element.normalName();
        if (SKIPPED_ELEMENTS.contains(name) || isHidden(element)) {
            return FilterResult.SKIP_ENTIRELY;
        }
        if (name.length() == 2 && name.charAt(0) == 'h' && name.charAt(1) >= '1' && name.charAt(1) <= '6') {
            String title = toOneLine(element.text());
            writeBlock(title.isEmpty() ? "" : "#".repeat(name.charAt(1) - '0') + " " + title);
            return FilterResult.SKIP_ENTIRELY;
        }
        return beginElement(element, name);
    }

    private FilterResult beginElement(Element element, String name) {
        if (name.equals("pre")) {
            String code = element.wholeText().stripTrailing();
            String fence = code.contains("```") ? "~~~~" : "```";
            writeBlock(code.isBlank() ? "" : fence + "\n" + code + "\n" + fence);
            return FilterResult.SKIP_ENTIRELY;
        }
        if (name.equals("table")) {
            HtmlTable table = HtmlTable.parse(element, meter);
            if (table != null) {
                writeTable(table, element);
                return FilterResult.SKIP_ENTIRELY;
            }
        }
        if (name.equals("img")) {
            append(" " + element.attr("alt") + " ");
        } else if (name.equals("br")) {
            endLine();
        } else if (name.equals("td") || name.equals("th")) {
            append(" ");
        } else if (BLOCK_ELEMENTS.contains(name)) {
            endLine();
            beginBlock(element, name);
        } else if (name.equals("a") && isLink(element)) {
            line.append('[');
        }
        return FilterResult.CONTINUE;
    }

    private void beginBlock(Element element, String name) {
        boolean isParagraph = !name.equals("li") && !name.equals("tr") && !name.equals("dd") && !name.equals("dt");
        if (isParagraph && listDepth == 0) {
            endParagraph();
        }
        if (name.equals("ul") || name.equals("ol")) {
            listDepth++;
        } else if (name.equals("li")) {
            boolean isNumbered =
                    element.parent() != null && element.parent().normalName().equals("ol");
            String mark = isNumbered ? (element.elementSiblingIndex() + 1) + ". " : "- ";
            prefix = "  ".repeat(Math.min(MAX_INDENT, Math.max(0, listDepth - 1))) + mark;
        }
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element element) {
            String name = element.normalName();
            if (name.equals("a") && isLink(element)) {
                endLink(element.attr("href").strip());
            } else if (BLOCK_ELEMENTS.contains(name)) {
                endLine();
                prefix = "";
                if (name.equals("ul") || name.equals("ol")) {
                    listDepth--;
                }
                if (listDepth == 0 && !name.equals("tr") && !name.equals("dt")) {
                    endParagraph();
                }
            }
        }
        return FilterResult.CONTINUE;
    }

    private void endLink(String address) {
        int start = line.lastIndexOf("[");
        String label = start < 0 ? "" : line.substring(start + 1).strip();
        if (start >= 0 && label.isEmpty()) {
            line.setLength(start);
        } else if (start >= 0) {
            append("](" + address + ")");
        }
    }

    /** Returns whether a link refers to another page. */
    private static boolean isLink(Element element) {
        String address = element.attr("href").strip();
        return !address.isEmpty()
                && !address.startsWith("#")
                && !address.regionMatches(true, 0, "javascript:", 0, 11)
                && !address.regionMatches(true, 0, "data:", 0, 5);
    }

    private static boolean isHidden(Element element) {
        String style = element.attr("style").replace(" ", "");
        return element.hasAttr("hidden") || style.contains("display:none") || style.contains("visibility:hidden");
    }

    private void writeTable(HtmlTable table, Element element) {
        tableCount++;
        Element caption = element.selectFirst("caption");
        writeBlock(caption == null ? "" : toOneLine(caption.text()));
        StringBuilder rows = new StringBuilder();
        writeRow(table.names(), rows);
        rows.append("\n|").append(" --- |".repeat(table.names().size()));
        table.rows().forEach(cells -> {
            rows.append('\n');
            writeRow(cells, rows);
        });
        writeBlock(rows.toString());
    }

    private void writeRow(List<String> cells, StringBuilder rows) {
        int start = rows.length();
        rows.append('|');
        cells.forEach(cell -> rows.append(' ').append(cell.replace("|", "\\|")).append(" |"));
        meter.addCharacters(rows.length() - start);
    }

    private void append(String text) {
        meter.addCharacters(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isSpace = c <= ' ' || c == '\u00a0';
            if (!isSpace) {
                line.append(c);
            } else if (line.length() > 0 && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
    }

    /** Returns a text without line breaks and repeated white space. */
    static String toOneLine(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}\u00a0]+", " ").strip();
    }

    private void endLine() {
        String text = line.toString().strip();
        line.setLength(0);
        if (!text.isEmpty()) {
            boolean isMarkup =
                    prefix.isEmpty() && (text.startsWith("#") || text.startsWith("|") || text.startsWith("```"));
            out.append(prefix).append(isMarkup ? "\\" : "").append(text).append('\n');
            prefix = "";
        }
    }

    private void writeBlock(String text) {
        endLine();
        endParagraph();
        if (!text.isEmpty()) {
            meter.addCharacters(text.length());
            out.append(text).append("\n\n");
        }
    }

    /** Writes an empty line unless the output ends with one. */
    private void endParagraph() {
        int end = out.length();
        if (end > 1 && !(out.charAt(end - 1) == '\n' && out.charAt(end - 2) == '\n')) {
            out.append('\n');
        }
    }
}
