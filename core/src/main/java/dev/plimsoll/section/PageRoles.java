package dev.plimsoll.section;

import java.util.Set;

/** Groups of ARIA roles that matter in the outline of a page. */
public final class PageRoles {

    public static final String HEADING = "heading";
    public static final String LINK = "link";
    public static final String ROW = "row";
    public static final String COLUMN_HEADER = "columnheader";
    public static final String CAPTION = "caption";
    public static final String LIST_ITEM = "listitem";
    public static final String OPTION = "option";

    private static final Set<String> URGENT = Set.of("dialog", "alertdialog", "alert");
    private static final Set<String> LANDMARKS =
            Set.of("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search");
    private static final Set<String> PAGE_PARTS =
            Set.of("main", "navigation", "contentinfo", "complementary", "dialog", "alertdialog");
    private static final Set<String> TABLES = Set.of("table", "grid", "treegrid");
    private static final Set<String> LISTS = Set.of("list", "listbox", "tree", "feed");
    private static final Set<String> LIST_ITEMS = Set.of(LIST_ITEM, OPTION, "treeitem", "article");
    private static final Set<String> CONTROLS = Set.of(
            "button",
            "checkbox",
            "combobox",
            "menuitem",
            "menuitemcheckbox",
            "menuitemradio",
            "radio",
            "scrollbar",
            "searchbox",
            "slider",
            "spinbutton",
            "switch",
            "tab",
            "textbox");
    private static final Set<String> CONTAINERS = Set.of("article", LIST_ITEM, ROW, "tabpanel", "group");

    private PageRoles() {}

    /** Returns whether a node needs attention before the rest of the page: a dialog or an alert. */
    public static boolean isUrgent(String role) {
        return URGENT.contains(role);
    }

    public static boolean isLandmark(String role) {
        return LANDMARKS.contains(role);
    }

    public static boolean isControl(String role) {
        return CONTROLS.contains(role);
    }

    public static boolean isTable(String role) {
        return TABLES.contains(role);
    }

    public static boolean isList(String role) {
        return LISTS.contains(role);
    }

    public static boolean isListItem(String role) {
        return LIST_ITEMS.contains(role);
    }

    /** Returns whether the sections of headings end where a node of this role ends. */
    static boolean isPagePart(String role) {
        return PAGE_PARTS.contains(role);
    }

    /**
     * Returns whether a node of this role describes the location of its descendants on the page, such as a dialog or a
     * list.
     */
    static boolean isContainer(String role) {
        return CONTAINERS.contains(role) || isUrgent(role) || isLandmark(role) || isTable(role) || isList(role);
    }

    /** Returns whether the text in a node of this role is the name of the node. */
    static boolean isNamedByContent(String role) {
        return role.equals(HEADING) || role.equals(ROW) || role.equals(LIST_ITEM) || isControl(role) || isUrgent(role);
    }
}
