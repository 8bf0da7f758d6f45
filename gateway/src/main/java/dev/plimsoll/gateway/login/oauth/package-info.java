/** OAuth at the authorization server of an upstream server: requests for access, renewal, and revocation. */
@NullMarked
package dev.plimsoll.gateway.login.oauth;

import org.jspecify.annotations.NullMarked;
