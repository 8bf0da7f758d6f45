package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;

/** How values compare: by kind first, then by what they are; objects by their sorted names, then by the values in that order. */
public final class Order {

    private Order() {}

    public static int compare(Value a, Value b, Meter meter) {
        meter.step();
        int kinds = a.kind().compareTo(b.kind());
        if (kinds != 0) {
            return kinds;
        }
        if (a instanceof Num n && b instanceof Num m) {
            return n.order(m);
        }
        if (a instanceof Str s && b instanceof Str t) {
            return s.order(t);
        }
        if (a instanceof Arr x && b instanceof Arr y) {
            return compare(x, y, meter);
        }
        return a instanceof Obj x && b instanceof Obj y ? compare(x, y, meter) : 0;
    }

    private static int compare(Arr a, Arr b, Meter meter) {
        meter.enter(2);
        Items left = a.items(meter);
        Items right = b.items(meter);
        int order = 0;
        while (order == 0) {
            boolean more = left.next();
            if (!more || !right.next()) {
                order = more ? 1 : right.next() ? -1 : 0;
                break;
            }
            order = compare(left.value(), right.value(), meter);
        }
        meter.leave(2);
        return order;
    }

    private static int compare(Obj a, Obj b, Meter meter) {
        Str[] left = a.sortedKeys(meter);
        Str[] right = b.sortedKeys(meter);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int order = left[i].order(right[i]);
            if (order != 0) {
                return order;
            }
        }
        if (left.length != right.length) {
            return Integer.compare(left.length, right.length);
        }
        meter.enter(2);
        int order = 0;
        for (int i = 0; i < left.length && order == 0; i++) {
            order = compare(member(a, left[i], meter), member(b, left[i], meter), meter);
        }
        meter.leave(2);
        return order;
    }

    private static Value member(Obj object, Str key, Meter meter) {
        Value value = object.get(key, meter);
        return value == null ? Constant.NULL : value;
    }

    /** As {@code ==} has it: unlike for sorting, NaN equals nothing. */
    public static boolean equal(Value a, Value b, Meter meter) {
        if ((a instanceof Num n && n.isNan()) || (b instanceof Num m && m.isNan())) {
            return false;
        }
        Slice left = a.written();
        Slice right = left == null ? null : b.written();
        if (left != null && right != null && left.contentEquals(right)) {
            return true;
        }
        if (a instanceof Arr x && b instanceof Arr y && x.length(meter) != y.length(meter)) {
            return false;
        }
        return compare(a, b, meter) == 0;
    }

    /** Equal values have equal hashes. */
    public static int hash(Value value, Meter meter) {
        meter.step();
        if (value instanceof Num n) {
            return n.hash();
        }
        if (value instanceof Str s) {
            return s.hashCode();
        }
        int h = value.kind().word().hashCode() + (value.isTrue() ? 1 : 0);
        meter.enter(2);
        if (value instanceof Arr array) {
            Items items = array.items(meter);
            while (items.next()) {
                h = 31 * h + hash(items.value(), meter);
            }
        } else if (value instanceof Obj object) {
            Entries entries = object.entries(meter);
            while (entries.next()) {
                h += 31 * entries.key().hashCode() ^ hash(entries.value(), meter);
            }
        }
        meter.leave(2);
        return h;
    }
}
