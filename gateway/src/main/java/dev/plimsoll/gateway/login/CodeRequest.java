package dev.plimsoll.gateway.login;

import java.net.URI;
import java.util.List;

/**
 * Request for an authorization code; the exchange of the code repeats most of it.
 *
 * @param redirect address to which the browser brings the code
 * @param resource name of the server for which the access is
 * @param verifier secret that shows that the exchange comes from the same program (PKCE)
 */
record CodeRequest(LoginClient loginClient, URI redirect, String resource, List<String> scopes, String verifier) {}
