/** Tests of tools that return rows of a repository. The repository is simulated, without a database. */
@NullMarked
package dev.plimsoll.spring.data;

import org.jspecify.annotations.NullMarked;
