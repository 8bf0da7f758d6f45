/** Tests of repositories without a database. */
@NullMarked
package dev.plimsoll.spring.data;

import org.jspecify.annotations.NullMarked;
