/** Parses YAML with the events of SnakeYAML Engine. */
@NullMarked
package dev.plimsoll.gateway.wrap.yaml;

import org.jspecify.annotations.NullMarked;
