package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.SettingType;
import java.util.List;

/** Keys of policies for tools whose results are pages: how they page, and how many pages an answer joins. */
public final class PagingKeys {

    /** Maximum number of pages of a server that one answer joins. */
    public static final int MAX_COLLECT = 50;

    public static final PolicyKey<Integer> COLLECT = PolicyKey.integer(
            "collect",
            null,
            1,
            MAX_COLLECT,
            "the most pages of the server that the first answer of a read-only tool joins (only in the gateway); null: joins pages only if a call asks for it");

    /** Argument that selects a page, optionally with its value for the first page. */
    public static final PolicyKey<String> ARGUMENT = PolicyKey.text(
            "paging.argument",
            new PagingSettingTypes.Argument(),
            "the argument of the tool that selects a page, if Plimsoll cannot find it (only in the gateway); NAME=0 or NAME=1 also sets the number of the first page or record");

    /** Meaning of the argument that selects a page. */
    public static final PolicyKey<String> BY = PolicyKey.text(
            "paging.by",
            SettingType.word("page", "offset", "cursor"),
            "the values of paging.argument: numbers of pages, offsets of records, or cursors from the previous page; null: derived from its name and paging.next");

    /** Argument for the size of a page, its largest value, or both. */
    public static final PolicyKey<String> SIZE = PolicyKey.text(
            "paging.size",
            new PagingSettingTypes.Size(),
            "the argument for the number of records on a page, the largest number, or both: per_page, 100, or per_page=100");

    public static final PolicyKey<String> NEXT = PolicyKey.text(
            "paging.next",
            new PagingSettingTypes.Path(),
            "where a result has the cursor, number, or URL of the next page, such as meta.next; items.-1.id is the id of the last record");

    public static final PolicyKey<String> ITEMS = PolicyKey.text(
            "paging.items",
            new PagingSettingTypes.Path(),
            "where a result has the list of the page; . if the result is the list");

    public static final PolicyKey<String> TOTAL = PolicyKey.text(
            "paging.total", new PagingSettingTypes.Path(), "where a result has the number of records on all pages");

    private PagingKeys() {}

    static List<PolicyKey<?>> all() {
        return List.of(COLLECT, ARGUMENT, BY, SIZE, NEXT, ITEMS, TOTAL);
    }
}
