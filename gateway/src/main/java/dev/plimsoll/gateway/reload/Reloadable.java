package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.policy.Policies;
import java.util.List;

/** What is governed by a configuration. */
public interface Reloadable {

    /** Why a change that is allowed by its keys cannot be taken while this runs, a sentence each. */
    List<String> objections(Configuration now, Configuration wanted);

    /**
     * Takes it; never fails.
     *
     * @param policies what is in force, which is not always what the configuration says
     */
    void take(Configuration configuration, Policies policies);
}
