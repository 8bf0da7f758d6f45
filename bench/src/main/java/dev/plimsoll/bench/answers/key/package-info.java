/**
 * Measures the policy keys that allow other reads and are off by default: SQL, ranked search, saved views, and documents. The same questions are answered with the key and without it.
 */
@NullMarked
package dev.plimsoll.bench.answers.key;

import org.jspecify.annotations.NullMarked;
