/**
 * Tests the requirements of the seeds: the five documents from which Plimsoll was built. docs/reference/seeds.md lists
 * their statements and these tests. Each document has a preset.
 */
@NullMarked
package dev.plimsoll.seeds;

import org.jspecify.annotations.NullMarked;
