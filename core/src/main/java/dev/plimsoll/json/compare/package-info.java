/** Compares JSON documents by value: equality, fingerprints, and digests. */
@NullMarked
package dev.plimsoll.json.compare;

import org.jspecify.annotations.NullMarked;
