/** YAML 1.2 in a text, by the core schema. The library only splits the text; it creates no objects. */
@NullMarked
package dev.plimsoll.format.yaml;

import org.jspecify.annotations.NullMarked;
