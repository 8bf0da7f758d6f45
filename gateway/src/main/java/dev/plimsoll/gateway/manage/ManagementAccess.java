package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Checks whether the configuration allows changes through the API. The tier of the caller is checked before. */
final class ManagementAccess {

    private ManagementAccess() {}

    /** Returns why changes are not allowed; null if they are. */
    static @Nullable RefusedException findChangeRefusal(Configuration configuration) {
        ManagementConfig.Mode mode = configuration.serving().management().mode();
        if (mode == ManagementConfig.Mode.OFF) {
            return new RefusedException(
                    ErrorCode.FORBIDDEN,
                    "changes through the API are turned off",
                    "change the configuration file, or set management: auth");
        }
        if (mode == ManagementConfig.Mode.AUTH
                && !configuration.serving().access().requiresAuthentication()) {
            return new RefusedException(
                    ErrorCode.FORBIDDEN,
                    "changes need authentication, because they can start programs",
                    "set auth.tokens (plimsoll token new), or, if only you use this machine, start plimsoll serve with"
                            + " --management local");
        }
        return null;
    }

    /** Throws if changes are not allowed. */
    static void requireChangesAllowed(Configuration configuration) {
        RefusedException refusal = findChangeRefusal(configuration);
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Returns the caller in the form of the audit log, such as "api, alice". */
    static String describeCaller(ServiceRequest serviceRequest) {
        AuthenticatedCaller caller = serviceRequest.caller();
        return "api, " + (caller == null ? "?" : caller.subject());
    }
}
