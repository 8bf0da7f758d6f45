package dev.plimsoll.spring.actuate;

import dev.plimsoll.spring.refresh.PolicyRefresh;
import dev.plimsoll.spring.refresh.RefreshOutcome;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Endpoint {@code /actuator/plimsoll}: GET shows the settings, POST reloads them. */
@Endpoint(id = "plimsoll")
public final class PlimsollEndpoint {

    private final PolicyRefresh policyRefresh;

    PlimsollEndpoint(PolicyRefresh policyRefresh) {
        this.policyRefresh = policyRefresh;
    }

    /** Returns the properties that are set, and that a reload can change. None of them is secret. */
    @ReadOperation
    public Map<String, Map<String, String>> settings() {
        return Map.of("set", policyRefresh.currentSettings());
    }

    /** Reloads all properties. */
    @WriteOperation
    public RefreshOutcome refresh() {
        return policyRefresh.refresh();
    }
}
