package dev.plimsoll.gateway.hub.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for the owner of a resource that several servers list. */
class ResourcesTest {

    private final Resources resources = new Resources();

    private void listAt(int... servers) {
        for (int server : servers) {
            resources.add(server, "x://both");
            resources.addTemplate(server, "y://{id}");
        }
    }

    @Test
    void firstServerOfTheConfigurationOwnsAResource() {
        resources.setOrder(List.of(1, 0));
        listAt(0, 1);
        assertThat(resources.findOwner("x://both")).isEqualTo(1);
        assertThat(resources.findOwner("y://{id}")).isEqualTo(1);
    }

    @Test
    void newOrderOfTheServersChangesTheOwnerWithoutANewListing() {
        resources.setOrder(List.of(0, 1));
        listAt(0, 1);
        resources.setOrder(List.of(1, 0));
        assertThat(resources.findOwner("x://both")).isEqualTo(1);
        assertThat(resources.findOwner("y://{id}")).isEqualTo(1);
        assertThat(resources.findServersWithTemplate("y://7")).containsExactly(1, 0);
    }

    @Test
    void otherServerOwnsTheResourceOfARemovedServer() {
        resources.setOrder(List.of(0, 1));
        listAt(0, 1);
        resources.removeServer(0);
        assertThat(resources.findOwner("x://both")).isEqualTo(1);
        assertThat(resources.findServersWithTemplate("y://7")).containsExactly(1);
        resources.removeServer(1);
        assertThat(resources.findOwner("x://both")).isNull();
        assertThat(resources.findOwner("y://{id}")).isNull();
    }
}
