/** Reads the configuration, checked whole: {@link dev.plimsoll.gateway.config.ConfigurationReader} is the door. */
@NullMarked
package dev.plimsoll.gateway.config;

import org.jspecify.annotations.NullMarked;
