package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.http.Service.Asked;
import dev.plimsoll.gateway.http.Service.Reply;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What programs and people find here who do not speak the protocol.
 *
 * @param calls of tools
 * @param services what can be read
 */
record Api(PlainCalls calls, List<Service> services) {

    private static final String METHODS = "GET, HEAD, OPTIONS";

    Api {
        services = List.copyOf(services);
    }

    /** Null when it is something else that is there. */
    @Nullable Service at(String path) {
        for (Service service : services) {
            if (service.leadsTo(path)) {
                return service;
            }
        }
        return null;
    }

    static void read(HttpCall call, Service service, Reception reception)
            throws IOException, Refusal, InterruptedException {
        requireMethod(call, service);
        boolean silent = service.open() && call.headers("Authorization").isEmpty();
        Caller caller = silent ? reception.callerIfOpen() : reception.caller(call);
        if (!service.open() && (caller == null || !caller.tier().allows(Tier.ADMIN))) {
            throw refusal(new RefusedException(
                            ErrorCode.FORBIDDEN,
                            "this tells of all callers, and needs the tier admin",
                            "a caller of the tier admin")
                    .detail("needed", "admin")
                    .detail("tier", caller == null ? "" : caller.tier().toString()));
        }
        Slice body = null;
        if (service.takes() > 0) {
            call.requireJson();
            body = call.body(service.takes());
        }
        Asked asked = new Asked(call.path(), call.query(), caller, call.header("Accept"), body);
        try {
            if (service instanceof LiveService live) {
                tell(call, live, asked);
            } else {
                Reply reply = service.answer(asked);
                call.with("Cache-Control", "no-store");
                reply.headers().forEach(call::with);
                call.document(reply.status(), reply.type(), reply.body());
            }
        } catch (RefusedException e) {
            throw refusal(e);
        }
    }

    /** With which it may be asked. */
    static String methods(Service service) {
        return service.deletes() ? "DELETE, OPTIONS" : service.takes() > 0 ? "POST, OPTIONS" : METHODS;
    }

    private static void requireMethod(HttpCall call, Service service) throws Refusal {
        boolean reads = call.method().equals("GET") || call.method().equals("HEAD");
        if (service.deletes()) {
            if (!call.method().equals("DELETE")) {
                throw Refusal.invalid(405, "this can only be deleted", "DELETE").with("Allow", methods(service));
            }
            return;
        }
        if (service.takes() == 0 && !reads) {
            throw Refusal.invalid(405, "this can only be read", "GET").with("Allow", methods(service));
        }
        if (service.takes() > 0 && !call.method().equals("POST")) {
            throw Refusal.invalid(405, "this has to be posted to", "POST").with("Allow", methods(service));
        }
    }

    /** Nothing is written before there is something to tell: until then it can be refused. */
    private static void tell(HttpCall call, LiveService live, Asked asked) throws IOException, InterruptedException {
        if (call.method().equals("HEAD")) {
            call.empty(200);
            return;
        }
        Told told = new Told(call);
        live.tell(asked, told);
        told.end();
    }

    private static final class Told implements LiveService.Events {

        private final HttpCall call;
        private @Nullable EventWriter writer;

        Told(HttpCall call) {
            this.call = call;
        }

        private EventWriter writer() throws IOException {
            EventWriter begun = writer;
            if (begun == null) {
                begun = call.events();
                writer = begun;
            }
            return begun;
        }

        @Override
        public void event(String name, Slice json) throws IOException {
            writer().event(name, json);
        }

        @Override
        public void beat() throws IOException {
            writer().comment();
        }

        void end() throws IOException {
            writer().end();
        }
    }

    private static Refusal refusal(RefusedException why) {
        return Refusal.of(why.code().status(), null, Fault.INVALID_REQUEST, why);
    }
}
