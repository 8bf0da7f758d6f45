package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the objects at one position. They are separate for each field or, if there are too many names,
 * common to all members.
 */
public final class ObjectStatistics {

    static final int MAX_FIELDS = 300;
    static final int MAX_NODES = 3000;
    private static final int MAX_NAME_LENGTH = 120;
    private static final int EXAMPLES = 2;

    /** Number of {@link ValueStatistics} of the whole document, in a shared array of one element. */
    private final int[] nodes;

    private final Map<Slice, Integer> indexesByName = new HashMap<>();
    private List<ValueStatistics.Field> fields = new ArrayList<>();
    private List<Slice> exampleNames = List.of();
    private @Nullable ValueStatistics members;

    /** Index of the field that probably comes next, because objects usually have their fields in the same order. */
    private int likelyIndex;

    /** True if {@link #canBeMap} has found that the names are not data. */
    private boolean hasFieldNames;

    private int unnamed;
    private int distinctNames;
    private long memberCount;
    private int smallest = Integer.MAX_VALUE;
    private int largest;

    ObjectStatistics(int[] nodes) {
        this.nodes = nodes;
    }

    /** Begins an object. */
    void begin() {
        likelyIndex = 0;
    }

    /** Ends an object with this number of members. */
    void end(int size) {
        memberCount += size;
        smallest = Math.min(smallest, size);
        largest = Math.max(largest, size);
    }

    /** Returns the length of the key at an offset if it is the key that probably comes next; -1 otherwise. */
    int likelyLength(byte[] bytes, int from, int end) {
        if (likelyIndex >= fields.size()) {
            return -1;
        }
        Slice name = fields.get(likelyIndex).name();
        int to = from + name.length();
        boolean isLikelyKey =
                to < end && bytes[to] == '"' && Arrays.equals(name.bytes(), name.from(), name.to(), bytes, from, to);
        return isLikelyKey ? name.length() : -1;
    }

    /** Returns the statistics of the field that {@link #likelyLength} has recognized. */
    ValueStatistics likelyField() {
        return fields.get(likelyIndex++).values();
    }

    /**
     * Returns the statistics of a field, or the common statistics of all members if these objects have too many names.
     * Returns null if the name is too long, or the whole document has too many {@link ValueStatistics}.
     */
    @Nullable ValueStatistics field(Slice key) {
        if (members != null) {
            return members;
        }
        Integer index = indexesByName.get(name(key));
        if (index != null) {
            likelyIndex = index + 1;
            return fields.get(index).values();
        }
        if (fields.size() == MAX_FIELDS || canBeMap()) {
            collapse();
            return members;
        }
        if (nodes[0] >= MAX_NODES || key.length() > MAX_NAME_LENGTH) {
            unnamed++;
            return null;
        }
        ValueStatistics newStatistics = new ValueStatistics(nodes);
        indexesByName.put(name(key), fields.size());
        fields.add(new ValueStatistics.Field(key, newStatistics));
        likelyIndex = fields.size();
        return newStatistics;
    }

    /** Returns whether the document has too many nodes, and the names of these objects can be data. */
    private boolean canBeMap() {
        if (nodes[0] < MAX_NODES || hasFieldNames) {
            return false;
        }
        hasFieldNames = !DataKeys.arePossible(fields);
        return !hasFieldNames;
    }

    private static Slice name(Slice key) {
        return JsonText.hasEscapes(key) ? Slice.of(JsonText.unescape(key)) : key;
    }

    /** Replaces the statistics of the fields by common statistics of all members. */
    private void collapse() {
        // the common statistics have at most as many nodes as those that they replace
        nodes[0] -= nodeCount();
        members = merged(nodes);
        exampleNames = examples();
        fields = List.of();
        indexesByName.clear();
    }

    private List<Slice> examples() {
        return fields.stream().limit(EXAMPLES).map(ValueStatistics.Field::name).toList();
    }

    private ValueStatistics merged(int[] nodeCounter) {
        ValueStatistics allMembers = new ValueStatistics(nodeCounter);
        fields.forEach(field -> allMembers.merge(field.values()));
        return allMembers;
    }

    void merge(ObjectStatistics other) {
        memberCount += other.memberCount;
        smallest = Math.min(smallest, other.smallest);
        largest = Math.max(largest, other.largest);
        unnamed += other.unnamed;
        for (ValueStatistics.Field field : other.fields) {
            ValueStatistics fieldStatistics = field(field.name());
            if (fieldStatistics == null) {
                // field() has already counted one of these members
                unnamed += field.values().count() - 1;
            } else {
                fieldStatistics.merge(field.values());
                fieldStatistics.addPresence(field.values());
            }
        }
        ValueStatistics otherMembers = other.members;
        if (otherMembers != null) {
            if (members == null) {
                collapse();
                exampleNames = exampleNames.isEmpty() ? other.exampleNames : exampleNames;
            }
            if (members != null) {
                members.merge(otherMembers);
            }
        }
    }

    /**
     * Finishes the statistics of the fields. If the names are data, describes all members together as well.
     *
     * @param objects number of objects
     */
    void finish(int objects) {
        distinctNames = members == null && unnamed == 0 ? fields.size() : -1;
        if (members == null && unnamed == 0 && DataKeys.arePossible(fields)) {
            ValueStatistics allMembers = merged(new int[1]);
            if (DataKeys.areData(fields, objects, memberCount, allMembers)) {
                exampleNames = examples();
                members = allMembers;
            }
        }
        if (members != null) {
            members.finish();
        }
        fields.forEach(field -> field.values().finish());
    }

    /** Returns the number of {@link ValueStatistics} of the members, at every level. */
    int nodeCount() {
        int count = members == null ? 0 : members.nodeCount();
        for (ValueStatistics.Field field : fields) {
            count += field.values().nodeCount();
        }
        return count;
    }

    /** Returns the statistics by name, in order of appearance; empty if there were too many names. */
    public List<ValueStatistics.Field> fields() {
        return fields;
    }

    /** Returns the number of members whose names were too many or too long to store. */
    public int unnamed() {
        return unnamed;
    }

    /** Returns the statistics of all members together, if the names are data or too many; null otherwise. */
    public @Nullable ValueStatistics members() {
        return members;
    }

    /** Returns the first names if {@link #members} is not null; empty otherwise. */
    public List<Slice> exampleNames() {
        return exampleNames;
    }

    /** Returns the number of distinct names; -1 if there were too many to count. */
    public int distinctNames() {
        return distinctNames;
    }

    public long memberCount() {
        return memberCount;
    }

    /** Returns the minimum and maximum number of members of an object. */
    public int[] sizes() {
        return new int[] {smallest, largest};
    }
}
