package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.config.model.Configuration;

/** One thing that is looked at. To add one: write its class, name it in {@link Doctor}. */
interface DoctorCheck {

    void look(Configuration configuration, Findings findings);
}
