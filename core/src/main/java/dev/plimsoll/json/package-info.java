/** JSON and text as bytes: scan, index by ranges, escape, cut, write. No code here builds a tree. */
@NullMarked
package dev.plimsoll.json;

import org.jspecify.annotations.NullMarked;
