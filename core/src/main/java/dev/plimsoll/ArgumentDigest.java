package dev.plimsoll;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Fingerprint;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Digest of a call's arguments, stored with its snapshot: a fingerprint of each argument, so that a follow-up read may
 * repeat some and omit others. Null arguments count as omitted.
 */
final class ArgumentDigest {

    /** More arguments than this get one common fingerprint; they can only be repeated together. */
    private static final int MOST = 64;

    private static final String TOGETHER = "=";
    private static final String NONE = "-";

    private ArgumentDigest() {}

    /** Returns the digest; equal arguments have equal digests. Arguments that are not an object count as none. */
    static String of(@Nullable Slice arguments) {
        Set<String> each = each(arguments);
        if (each.isEmpty()) {
            return NONE;
        }
        String all = String.join(",", each);
        return each.size() > MOST
                ? TOGETHER
                        + Fingerprint.of(
                                new ByteSink(all.length() + 2).string(all).slice())
                : all;
    }

    /** Returns whether these arguments add nothing to the stored ones. An empty digest matches all arguments. */
    static boolean repeats(@Nullable Slice arguments, String kept) {
        Set<String> given = each(arguments);
        if (given.isEmpty() || kept.isEmpty()) {
            return true;
        }
        return kept.startsWith(TOGETHER)
                ? kept.equals(of(arguments))
                : !given.contains("") && new HashSet<>(Arrays.asList(kept.split(",", -1))).containsAll(given);
    }

    private static Set<String> each(@Nullable Slice arguments) {
        Set<String> each = new TreeSet<>();
        Members members = Members.of(CallArguments.object(arguments));
        while (members.next()) {
            if (members.type() != JsonType.NULL) {
                ByteSink one = new ByteSink(members.member().length() + 2).ascii("{");
                each.add(Fingerprint.of(one.raw(members.member()).ascii("}").slice()));
            }
        }
        return each;
    }
}
