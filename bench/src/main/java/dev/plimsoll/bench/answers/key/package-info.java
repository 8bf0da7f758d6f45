/**
 * Ways to read that a policy key allows, and that are off by default: SQL, ranked search, saved views, documents. The same questions
 * are answered with the key and without it.
 */
@NullMarked
package dev.plimsoll.bench.answers.key;

import org.jspecify.annotations.NullMarked;
