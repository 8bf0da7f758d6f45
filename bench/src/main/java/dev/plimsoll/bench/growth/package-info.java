/** What things cost as there is more of them: results, kept results, rules, tools, sessions. Curves, not rows. */
@NullMarked
package dev.plimsoll.bench.growth;

import org.jspecify.annotations.NullMarked;
