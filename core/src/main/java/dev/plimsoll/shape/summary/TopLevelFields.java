package dev.plimsoll.shape.summary;

import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.List;

/**
 * Header fields that are also written at the top level of the object, if the policy asks for it and the object does
 * not have these names.
 */
public final class TopLevelFields {

    private static final List<String> ALL =
            List.of("totalCount", "nextCursor", "estimatedTokens", "budgetUsed", "budgetRemaining");

    private TopLevelFields() {}

    public static List<String> of(Policy policy, MemberIndex object) {
        return policy.get(Policy.TOP_LEVEL_FIELDS)
                ? ALL.stream().filter(name -> object.count(name) == 0).toList()
                : List.of();
    }

    public static List<String> of(Policy policy, Slice object) {
        return policy.get(Policy.TOP_LEVEL_FIELDS)
                ? ALL.stream().filter(name -> Members.get(object, name) == null).toList()
                : List.of();
    }
}
