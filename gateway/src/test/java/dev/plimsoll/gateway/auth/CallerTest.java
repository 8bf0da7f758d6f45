package dev.plimsoll.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Tier;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerTest {

    /** Of an IPv6 network one may take any address: those who guess count by network. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "2001:db8:1:2:3:4:5:6, 20:01:0d:b8:00:01:00:02",
        "2001:db8:1:2::1, 20:01:0d:b8:00:01:00:02"
    })
    void whoDoesNotSayWhoTheyAreIsKnownByTheirPlace(String from, String place) throws Exception {
        Caller caller = Caller.anyoneAt(InetAddress.getByName(from));
        assertThat(caller).isEqualTo(new Caller("anyone", Tier.ADMIN, place));
        assertThat(caller.isAnyone()).isTrue();
    }

    @Test
    void withoutAPlaceItIsAnyone() {
        assertThat(Caller.anyoneAt(null)).isSameAs(Caller.ANYONE);
        assertThat(Caller.ANYONE.isAnyone()).isTrue();
        assertThat(new Caller("token ann", Tier.ADMIN).isAnyone()).isFalse();
        assertThat(new Caller("anyone", Tier.READ).isAnyone()).isFalse();
    }

    @Test
    void theSameCallerMayDoTheSameWhereverTheyAre() {
        Caller ann = new Caller("token ann", Tier.READ, "192.0.2.7");
        assertThat(ann.isSameAs(new Caller("token ann", Tier.READ, "192.0.2.8")))
                .isTrue();
        assertThat(ann.isSameAs(new Caller("token ann", Tier.ADMIN, "192.0.2.7")))
                .isFalse();
        assertThat(ann.isSameAs(new Caller("token ben", Tier.READ, "192.0.2.7")))
                .isFalse();
    }
}
