package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.json.Slice;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.PageRoles;
import dev.plimsoll.section.PageSnapshotContents;
import dev.plimsoll.section.PageSnapshotLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Dialogs, landmarks, controls, tables, and long lists of a page, each as one line of an outline. */
final class PageInventory {

    /** Maximum number of entries of a kind. Further ones are only counted. */
    private static final int MAX_ENTRIES = 500;

    private static final int MAX_OPEN = 64;
    private static final int MIN_LIST_ITEMS = 10;
    private static final int MAX_FACT_LENGTH = 200;
    private static final int MAX_VALUE_LENGTH = 40;
    private static final int MAX_OPTIONS = 40;
    private static final int MAX_LINES_BEFORE = 100;
    private static final String MODAL = "modal";
    private static final List<String> STATES =
            List.of("checked", "disabled", "expanded", "pressed", "selected", "readonly", "required", "invalid");

    private final PageSnapshotContents contents;
    private final LineSpan span;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Map<String, MergedControl> controls = new LinkedHashMap<>();
    private final List<PagePart> parts = new ArrayList<>();
    private final Deque<PagePart> openParts = new ArrayDeque<>();
    private final PageCounts counts = new PageCounts();
    private int unlistedControls;

    private PageInventory(PageSnapshotContents contents, LineSpan span) {
        this.contents = contents;
        this.span = span;
    }

    /**
     * Lines of an outline for one kind of node.
     *
     * @param count number of nodes of this kind, also of those that are not listed
     */
    record Entries(List<String> list, int count) {}

    static PageInventory of(PageSnapshotContents contents, LineSpan span) {
        PageInventory inventory = new PageInventory(contents, span);
        inventory.readFacts();
        for (int i = span.first(); i < span.end(); i++) {
            PageSnapshotLine node = contents.node(i);
            if (node != null) {
                inventory.close(node.indent(), i);
                inventory.add(i, node);
            } else if (contents.isTreeEnd(i)) {
                inventory.close(-1, i);
            }
        }
        inventory.close(-1, span.end());
        return inventory;
    }

    /** Reads facts about the page, such as its title and URL, from the lines before the tree, or from its root. */
    private void readFacts() {
        boolean isModal = false;
        int modalCount = 0;
        for (int i = span.first(); i < Math.min(span.end(), span.first() + MAX_LINES_BEFORE); i++) {
            Slice line = contents.line(i);
            String text = line.length() > 2000 ? "" : line.utf8().strip();
            PageSnapshotLine node = contents.node(i);
            if (node != null && !node.reference().isEmpty()) {
                if (node.role().equals("RootWebArea")) {
                    addFact("title", node.name());
                    addFact("url", node.attribute("url"));
                }
                return;
            }
            isModal = text.startsWith("#") ? text.contains("Modal state") : isModal;
            if (text.startsWith("- Page URL:")) {
                addFact("url", text.substring("- Page URL:".length()));
            } else if (text.startsWith("- Page Title:")) {
                addFact("title", text.substring("- Page Title:".length()));
            } else if (text.startsWith("- Console:")) {
                addFact("console", text.substring("- Console:".length()));
            } else if (isModal && text.startsWith("- ")) {
                modalCount++;
                addFact(modalCount == 1 ? MODAL : MODAL + modalCount, text.substring(2));
            }
        }
    }

    private void addFact(String name, String value) {
        String fact = value.strip();
        if (!fact.isEmpty() && facts.size() < 8) {
            facts.putIfAbsent(name, cut(fact, MAX_FACT_LENGTH));
        }
    }

    private static String cut(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
        return text.substring(0, end) + "…";
    }

    /** Ends the open parts that do not contain a node with this indent. */
    private void close(int indent, int line) {
        while (!openParts.isEmpty() && indent <= openParts.getFirst().indent) {
            openParts.pop().close(line, counts);
        }
    }

    private void add(int line, PageSnapshotLine node) {
        String role = node.role();
        counts.add(role);
        if (PageRoles.isControl(role)) {
            addControl(line, node);
        } else if (PageRoles.isUrgent(role)
                || PageRoles.isLandmark(role)
                || PageRoles.isTable(role)
                || PageRoles.isList(role)) {
            if (openParts.size() < MAX_OPEN) {
                PagePart part = new PagePart(line, node, name(line, node), counts);
                openParts.push(part);
                counts.addPart(role);
                if (counts.ofKind(role) <= MAX_ENTRIES) {
                    parts.add(part);
                }
            }
        } else if (!openParts.isEmpty()) {
            addToOpen(line, role);
        }
    }

    private String name(int line, PageSnapshotLine node) {
        boolean isAlert = node.role().startsWith("alert");
        return isAlert ? contents.title(line, MAX_FACT_LENGTH) : cut(node.name(), MAX_FACT_LENGTH / 2);
    }

    private void addToOpen(int line, String role) {
        boolean isRow = role.equals(PageRoles.ROW);
        boolean isColumn = role.equals(PageRoles.COLUMN_HEADER);
        boolean isItem = PageRoles.isListItem(role);
        if (!isRow && !isColumn && !isItem && !role.equals(PageRoles.CAPTION)) {
            return;
        }
        for (PagePart part : openParts) {
            boolean isTable = PageRoles.isTable(part.role);
            if (isItem ? PageRoles.isList(part.role) : isTable) {
                if (isItem) {
                    part.items++;
                } else if (isRow) {
                    part.addRow();
                } else {
                    part.addTitle(isColumn, contents.title(line, MAX_VALUE_LENGTH));
                }
                return;
            }
        }
    }

    private void addControl(int line, PageSnapshotLine node) {
        StringBuilder text = new StringBuilder(node.role());
        String name = node.name().isEmpty() && !hasValue(node) ? contents.title(line, 80) : cut(node.name(), 80);
        text.append(name.isEmpty() ? "" : " \"" + name + "\"");
        String value = hasValue(node) ? value(line, node) : "";
        text.append(value.isEmpty() ? "" : " = \"" + cut(value, MAX_VALUE_LENGTH) + "\"");
        for (String state : STATES) {
            String stateValue = node.attribute(state);
            text.append(stateValue.isEmpty() || stateValue.equals("false") ? "" : " " + state);
            text.append(
                    stateValue.isEmpty() || stateValue.equals("false") || stateValue.equals("true")
                            ? ""
                            : "=" + stateValue);
        }
        MergedControl equalControl = controls.get(text.toString());
        if (equalControl != null) {
            equalControl.count++;
        } else if (controls.size() < MAX_ENTRIES) {
            controls.put(text.toString(), new MergedControl(line, node.reference()));
        } else {
            unlistedControls++;
        }
    }

    private static boolean hasValue(PageSnapshotLine node) {
        return switch (node.role()) {
            case "textbox", "searchbox", "combobox", "spinbutton", "slider", "scrollbar" -> true;
            default -> false;
        };
    }

    /** Returns the text of an input, or the selected option of a list box that opens. */
    private String value(int line, PageSnapshotLine node) {
        String text = node.inlineText();
        for (int i = line + 1; text.isEmpty() && i < Math.min(span.end(), line + MAX_OPTIONS); i++) {
            PageSnapshotLine child = contents.node(i);
            if (child != null && child.indent() <= node.indent()) {
                break;
            }
            if (child != null
                    && child.role().equals(PageRoles.OPTION)
                    && !child.attribute("selected").isEmpty()) {
                text = child.name();
            }
        }
        return text;
    }

    /** Returns facts about the page, by name. */
    Map<String, String> facts() {
        return facts;
    }

    Entries urgent() {
        return entries(part -> PageRoles.isUrgent(part.role), counts.urgent);
    }

    Entries landmarks() {
        return entries(part -> PageRoles.isLandmark(part.role), counts.landmarks);
    }

    Entries tables() {
        return entries(part -> PageRoles.isTable(part.role), counts.tables);
    }

    /** Returns the lists with many items. Short lists are not counted. */
    Entries lists() {
        return entries(part -> PageRoles.isList(part.role) && part.items >= MIN_LIST_ITEMS, -1);
    }

    private Entries entries(Predicate<PagePart> kind, int count) {
        List<String> texts = parts.stream().filter(kind).map(PagePart::text).toList();
        return new Entries(texts, Math.max(texts.size(), count));
    }

    Entries controls() {
        List<String> texts = new ArrayList<>();
        controls.forEach((text, control) -> texts.add(text
                + (control.count == 1 ? "" : " ×" + control.count)
                + PagePart.referenceAndLines(control.reference, control.line())));
        return new Entries(texts, texts.size() + unlistedControls);
    }

    /** Group of equal controls. The outline has the line and the reference of the first one. */
    private static final class MergedControl {
        private final int line;
        private final String reference;
        private int count = 1;

        MergedControl(int line, String reference) {
            this.line = line;
            this.reference = reference;
        }

        LineSpan line() {
            return new LineSpan(line, line + 1);
        }
    }

    /** Numbers of nodes on the page before the current line. */
    private static final class PageCounts {
        private int links;
        private int headings;
        private int tables;
        private int urgent;
        private int landmarks;
        private int lists;

        void add(String role) {
            links += role.equals(PageRoles.LINK) ? 1 : 0;
            headings += role.equals(PageRoles.HEADING) ? 1 : 0;
        }

        void addPart(String role) {
            tables += PageRoles.isTable(role) ? 1 : 0;
            urgent += PageRoles.isUrgent(role) ? 1 : 0;
            landmarks += PageRoles.isLandmark(role) ? 1 : 0;
            lists += PageRoles.isList(role) ? 1 : 0;
        }

        int ofKind(String role) {
            return PageRoles.isTable(role)
                    ? tables
                    : PageRoles.isUrgent(role) ? urgent : PageRoles.isLandmark(role) ? landmarks : lists;
        }
    }

    /** A dialog, landmark, table, or list, and what is in it. */
    private static final class PagePart {

        private static final int MAX_COLUMNS = 12;

        private final int line;
        private final int indent;
        private final String role;
        private final String reference;
        private final int linksBefore;
        private final int headingsBefore;
        private final int tablesBefore;
        private String name;
        private String contentCounts = "";
        private int end;
        private final TableShape shape = new TableShape();
        private int items;

        PagePart(int line, PageSnapshotLine node, String name, PageCounts counts) {
            this.line = line;
            this.indent = node.indent();
            this.role = node.role();
            this.reference = node.reference();
            this.name = name;
            this.linksBefore = counts.links;
            this.headingsBefore = counts.headings;
            this.tablesBefore = counts.tables;
            this.end = line + 1;
        }

        void addRow() {
            shape.rows++;
            shape.isHeaderRow = false;
        }

        void addTitle(boolean isColumn, String title) {
            if (!isColumn) {
                name = name.isEmpty() ? title : name;
                return;
            }
            shape.headerRows += shape.isHeaderRow ? 0 : 1;
            shape.isHeaderRow = true;
            if (shape.columns.size() < MAX_COLUMNS && shape.headerRows <= 1) {
                shape.columns.add(title);
            } else if (shape.headerRows <= 1) {
                shape.moreColumns++;
            }
        }

        void close(int endLine, PageCounts counts) {
            end = endLine;
            List<String> contents = new ArrayList<>();
            addCount(contents, counts.links - linksBefore, "link");
            addCount(contents, counts.headings - headingsBefore, "heading");
            addCount(contents, counts.tables - tablesBefore, "table");
            contentCounts = String.join(", ", contents);
        }

        private static void addCount(List<String> contents, int count, String noun) {
            if (count > 0) {
                contents.add(count + " " + noun + (count == 1 ? "" : "s"));
            }
        }

        /** Returns role, name, reference, lines, and content. */
        String text() {
            boolean isTable = PageRoles.isTable(role);
            boolean isList = PageRoles.isList(role);
            boolean isSimple = role.equals("table") || role.equals("list");
            String content = isTable ? shape.text() : isList ? items + " items" : contentCounts;
            String roleAndName = (isSimple ? "" : role + " ") + (name.isEmpty() ? "" : "\"" + name + "\"");
            String description = roleAndName.strip() + referenceAndLines(reference, new LineSpan(line, end));
            return description.strip() + (content.isEmpty() ? "" : ": " + content);
        }

        static String referenceAndLines(String reference, LineSpan span) {
            return (reference.isEmpty() ? "" : " " + reference) + " " + span;
        }
    }

    /** Columns and rows of a table. */
    private static final class TableShape {
        private final List<String> columns = new ArrayList<>();
        private int moreColumns;
        private int rows;
        private int headerRows;
        private boolean isHeaderRow;

        String text() {
            int records = rows - Math.min(rows, headerRows);
            String names = String.join(", ", columns) + (moreColumns > 0 ? ", and " + moreColumns + " more" : "");
            return (names.isEmpty() ? "" : names + "; ") + records + (records == 1 ? " row" : " rows");
        }
    }
}
