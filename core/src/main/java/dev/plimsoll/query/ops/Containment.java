package dev.plimsoll.query.ops;

import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;

/** {@code contains}: substrings, and every part of the one in some part of the other. */
public final class Containment {

    private Containment() {}

    public static boolean contains(Value a, Value b, Meter meter) {
        meter.step();
        if (a instanceof Obj x && b instanceof Obj y) {
            return contains(x, y, meter);
        }
        if (a instanceof Arr x && b instanceof Arr y) {
            return contains(x, y, meter);
        }
        if (a instanceof Str s && b instanceof Str t) {
            return Texts.find(s.text(), t.text(), 0, meter) >= 0;
        }
        if (a.kind() == b.kind()) {
            return Ops.equal(a, b, meter);
        }
        throw new QueryError(
                Ops.describe(a, meter) + " and " + Ops.describe(b, meter) + " cannot have their containment checked");
    }

    private static boolean contains(Obj a, Obj b, Meter meter) {
        meter.enter(2);
        boolean all = true;
        Entries wanted = b.entries(meter);
        while (all && wanted.next()) {
            Value value = a.get(wanted.key(), meter);
            all = value != null && sameKindContains(value, wanted.value(), meter);
        }
        meter.leave(2);
        return all;
    }

    private static boolean contains(Arr a, Arr b, Meter meter) {
        meter.enter(2);
        boolean all = true;
        Items wanted = b.items(meter);
        while (all && wanted.next()) {
            boolean some = false;
            Items items = a.items(meter);
            while (!some && items.next()) {
                some = sameKindContains(items.value(), wanted.value(), meter);
            }
            all = some;
        }
        meter.leave(2);
        return all;
    }

    /** Inside of containers, different kinds are just different. */
    private static boolean sameKindContains(Value a, Value b, Meter meter) {
        return a.kind() == b.kind() && contains(a, b, meter);
    }
}
