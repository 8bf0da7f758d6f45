package dev.plimsoll.gateway.http.rest;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.check.Authenticator;
import dev.plimsoll.gateway.http.exchange.EventWriter;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceResponse;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP API for clients that do not use MCP.
 *
 * @param calls the API for tool calls
 * @param services the services of the API other than tool calls
 */
public record RestApi(ToolCallApi calls, List<HttpService> services) {

    private static final String READ_METHODS = "GET, HEAD, OPTIONS";

    public RestApi {
        services = List.copyOf(services);
    }

    /**
     * Returns the service at a path; of several, the one that accepts the method, or the first one if none accepts it.
     * Returns null if the path has no service.
     */
    public @Nullable HttpService findService(String method, String path) {
        HttpService firstOfPath = null;
        for (HttpService httpService : services) {
            if (httpService.accepts(path)) {
                if (List.of(methodsOf(httpService).split(", ", -1)).contains(method)) {
                    return httpService;
                }
                firstOfPath = firstOfPath == null ? httpService : firstOfPath;
            }
        }
        return firstOfPath;
    }

    /** Returns the methods that the services at a path accept. */
    public String acceptedMethods(String path) {
        Set<String> methods = new LinkedHashSet<>();
        for (HttpService httpService : services) {
            if (httpService.accepts(path)) {
                methods.addAll(List.of(methodsOf(httpService).split(", ", -1)));
            }
        }
        methods.remove("OPTIONS");
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }

    public void answer(HttpCall call, HttpService httpService, Authenticator authenticator)
            throws IOException, HttpErrorException, InterruptedException {
        requireMethod(call, httpService);
        boolean isAnonymous =
                httpService.isPublic() && call.headers("Authorization").isEmpty();
        AuthenticatedCaller authenticatedCaller =
                isAnonymous ? authenticator.findAnonymousCaller() : authenticator.authenticate(call);
        if (!httpService.isPublic()
                && (authenticatedCaller == null || !authenticatedCaller.tier().allows(Tier.ADMIN))) {
            throw toHttpError(new RefusedException(
                            ErrorCode.FORBIDDEN,
                            "this shows data of all callers and needs the tier admin",
                            "a caller of the tier admin")
                    .detail("needed", "admin")
                    .detail(
                            "tier",
                            authenticatedCaller == null
                                    ? ""
                                    : authenticatedCaller.tier().toString()));
        }
        Slice body = null;
        if (httpService.maxBodyBytes() > 0) {
            call.requireJson();
            body = call.readBody(httpService.maxBodyBytes());
        }
        ServiceRequest request = new ServiceRequest(
                call.path(), call.query(), authenticatedCaller, call.header("Accept"), body, call::header);
        try {
            if (httpService instanceof LiveService liveService) {
                sendEvents(call, liveService, request);
            } else {
                ServiceResponse serviceResponse = httpService.answer(request);
                call.setHeader("Cache-Control", "no-store");
                serviceResponse.headers().forEach(call::setHeader);
                call.sendDocument(serviceResponse.status(), serviceResponse.type(), List.of(serviceResponse.body()));
            }
        } catch (RefusedException e) {
            throw toHttpError(e);
        }
    }

    /** Returns the methods that a service accepts. */
    private static String methodsOf(HttpService httpService) {
        return httpService.isDelete()
                ? "DELETE, OPTIONS"
                : httpService.maxBodyBytes() > 0 ? "POST, OPTIONS" : READ_METHODS;
    }

    private void requireMethod(HttpCall call, HttpService httpService) throws HttpErrorException {
        boolean isRead = call.method().equals("GET") || call.method().equals("HEAD");
        if (httpService.isDelete()) {
            if (!call.method().equals("DELETE")) {
                throw HttpErrorException.invalidRequest(405, "this path accepts only DELETE", "DELETE")
                        .withHeader("Allow", acceptedMethods(call.path()));
            }
            return;
        }
        if (httpService.maxBodyBytes() == 0 && !isRead) {
            throw HttpErrorException.invalidRequest(405, "this path is read-only", "GET")
                    .withHeader("Allow", acceptedMethods(call.path()));
        }
        if (httpService.maxBodyBytes() > 0 && !call.method().equals("POST")) {
            throw HttpErrorException.invalidRequest(405, "this path accepts only POST", "POST")
                    .withHeader("Allow", acceptedMethods(call.path()));
        }
    }

    /** Sends events. Nothing is written before the first event, so until then the request can be refused. */
    private static void sendEvents(HttpCall call, LiveService liveService, ServiceRequest request)
            throws IOException, InterruptedException {
        if (call.method().equals("HEAD")) {
            call.sendEmpty(200);
            return;
        }
        LazyEventSink sink = new LazyEventSink(call);
        liveService.sendEvents(request, sink);
        sink.end();
    }

    private static final class LazyEventSink implements LiveService.EventSink {

        private final HttpCall call;
        private @Nullable EventWriter writer;

        LazyEventSink(HttpCall call) {
            this.call = call;
        }

        private EventWriter writer() throws IOException {
            EventWriter eventWriter = writer;
            if (eventWriter == null) {
                eventWriter = call.beginEvents();
                writer = eventWriter;
            }
            return eventWriter;
        }

        @Override
        public void sendEvent(String name, Slice json) throws IOException {
            writer().writeEvent(name, List.of(json));
        }

        @Override
        public void sendComment() throws IOException {
            writer().writeComment();
        }

        void end() throws IOException {
            writer().end();
        }
    }

    private static HttpErrorException toHttpError(RefusedException error) {
        return HttpErrorException.of(error.code().status(), null, ErrorObject.INVALID_REQUEST, error);
    }
}
