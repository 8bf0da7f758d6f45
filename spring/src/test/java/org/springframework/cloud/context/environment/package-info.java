/** A substitute for Spring Cloud. */
@NullMarked
package org.springframework.cloud.context.environment;

import org.jspecify.annotations.NullMarked;
