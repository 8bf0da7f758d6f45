package dev.plimsoll.gateway.login;

import java.net.URI;
import java.util.List;

/**
 * Request for an authorization code. The later exchange of the code for tokens sends most of these values
 * again.
 *
 * @param redirect address to which the authorization server sends the browser with the code
 * @param resource the MCP server for which access is requested, as its metadata names it
 * @param verifier secret of PKCE: proves that the program that exchanges the code is the one that requested
 *     it
 */
record CodeRequest(LoginClient loginClient, URI redirect, String resource, List<String> scopes, String verifier) {}
