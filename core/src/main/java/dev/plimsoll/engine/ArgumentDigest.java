package dev.plimsoll.engine;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.Fingerprint;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Digest of a call's arguments, stored with its snapshot: a fingerprint of each argument, so that a follow-up read may
 * repeat some arguments and omit the other ones. Null arguments count as omitted.
 */
final class ArgumentDigest {

    /** More arguments than this get one common fingerprint; they can only be repeated together. */
    private static final int MAX_ARGUMENTS = 64;

    private static final String COMBINED_PREFIX = "=";
    private static final String NO_ARGUMENTS = "-";

    private ArgumentDigest() {}

    /** Returns the digest; equal arguments have equal digests. Arguments that are not an object count as none. */
    static String of(@Nullable Slice arguments) {
        Set<String> fingerprints = fingerprints(arguments);
        if (fingerprints.isEmpty()) {
            return NO_ARGUMENTS;
        }
        String joinedFingerprints = String.join(",", fingerprints);
        return fingerprints.size() > MAX_ARGUMENTS
                ? COMBINED_PREFIX
                        + Fingerprint.compute(new ByteSink(joinedFingerprints.length() + 2)
                                .string(joinedFingerprints)
                                .slice())
                : joinedFingerprints;
    }

    /** Returns whether each of these arguments equals a stored one. An empty digest matches all arguments. */
    static boolean hasOnlyStored(@Nullable Slice arguments, String storedDigest) {
        Set<String> fingerprints = fingerprints(arguments);
        if (fingerprints.isEmpty() || storedDigest.isEmpty()) {
            return true;
        }
        // an argument that is nested too deep has an empty fingerprint, and equals no stored argument
        return storedDigest.startsWith(COMBINED_PREFIX)
                ? storedDigest.equals(of(arguments))
                : !fingerprints.contains("")
                        && new HashSet<>(Arrays.asList(storedDigest.split(",", -1))).containsAll(fingerprints);
    }

    private static Set<String> fingerprints(@Nullable Slice arguments) {
        Set<String> fingerprints = new TreeSet<>();
        Members members = Members.of(CallArguments.objectOrEmpty(arguments));
        while (members.next()) {
            if (members.type() != JsonType.NULL) {
                ByteSink object = new ByteSink(members.member().length() + 2).ascii("{");
                fingerprints.add(Fingerprint.compute(
                        object.raw(members.member()).ascii("}").slice()));
            }
        }
        return fingerprints;
    }
}
