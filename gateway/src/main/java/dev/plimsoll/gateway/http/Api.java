package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.http.Service.Asked;
import dev.plimsoll.gateway.http.Service.Reply;
import dev.plimsoll.gateway.wire.Fault;
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

    static final String METHODS = "GET, HEAD, OPTIONS";

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
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            throw Refusal.invalid(405, "this can only be read", "GET").with("Allow", METHODS);
        }
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
        try {
            Reply reply = service.answer(new Asked(call.path(), call.query(), caller, call.header("Accept")));
            call.with("Cache-Control", "no-store");
            call.document(reply.status(), reply.type(), reply.body());
        } catch (RefusedException e) {
            throw refusal(e);
        }
    }

    private static Refusal refusal(RefusedException why) {
        return Refusal.of(why.code().status(), null, Fault.INVALID_REQUEST, why);
    }
}
