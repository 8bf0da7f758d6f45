package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;

/** One check. To add one, write its class and add it in {@link Doctor}. */
interface DoctorCheck {

    void check(Configuration configuration, Findings findings);
}
