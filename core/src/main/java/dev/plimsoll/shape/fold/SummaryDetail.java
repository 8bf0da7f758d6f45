package dev.plimsoll.shape.fold;

import java.util.List;

/**
 * Limits for what a summary shows of a value.
 *
 * @param characters maximum characters of each string
 * @param items maximum items of each array
 * @param depth maximum levels of nesting
 * @param members maximum members of each object
 * @param isIdentifyingOnly whether objects keep only their identifying fields (their scalars if they have none)
 */
public record SummaryDetail(int characters, int items, int depth, int members, boolean isIdentifyingOnly) {

    /** Levels from the most to the least detail; a summary uses the first that fits. */
    public static final List<SummaryDetail> RICH_TO_POOR = List.of(
            new SummaryDetail(6000, 40, 8, 400, false),
            new SummaryDetail(3000, 20, 8, 400, false),
            new SummaryDetail(1500, 10, 6, 200, false),
            new SummaryDetail(400, 5, 4, 100, false),
            new SummaryDetail(160, 3, 3, 60, false),
            new SummaryDetail(100, 3, 3, 40, true),
            new SummaryDetail(60, 1, 2, 20, true),
            new SummaryDetail(40, 0, 1, 10, true),
            new SummaryDetail(20, 0, 1, 4, true),
            new SummaryDetail(12, 0, 0, 0, true));
}
