package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.SettingType;
import java.util.List;

/** Keys of policies for tools whose results are pages: how they page, and how many pages an answer joins. */
public final class PagingKeys {

    /** The most pages of a server that one answer joins. */
    public static final int MAX_COLLECT = 50;

    public static final PolicyKey<Integer> COLLECT = PolicyKey.integer(
            "collect",
            null,
            1,
            MAX_COLLECT,
            "pages that a first answer of a tool that only reads joins, if the tool pages (gateway); null: only those that a call asks for");

    /** Argument that selects a page, also with its value for the first page. */
    public static final PolicyKey<String> ARGUMENT = PolicyKey.text(
            "paging.argument",
            new PagingSettingTypes.Argument(),
            "the argument of the tool that selects a page, if Plimsoll cannot find it (gateway); =0 or =1 behind it says where a counted one begins");

    /** Meaning of the argument that selects a page. */
    public static final PolicyKey<String> BY = PolicyKey.text(
            "paging.by",
            SettingType.word("page", "offset", "cursor"),
            "whether that argument counts pages or records, or is a value of the page before; null: by its name and by paging.next");

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
            "paging.items", new PagingSettingTypes.Path(), "where a result has the list of the page; . is the result");

    public static final PolicyKey<String> TOTAL = PolicyKey.text(
            "paging.total", new PagingSettingTypes.Path(), "where a result has the number of records on all pages");

    private PagingKeys() {}

    static List<PolicyKey<?>> all() {
        return List.of(COLLECT, ARGUMENT, BY, SIZE, NEXT, ITEMS, TOTAL);
    }
}
