package dev.plimsoll.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class RedisDependenciesTest {

    private static final JavaClasses REDIS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.plimsoll.redis");

    @Test
    void dependsOnlyOnStoredTypesAndJedis() {
        assertThat(REDIS.contain(RedisStore.class)).isTrue();
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.plimsoll.redis",
                        "dev.plimsoll.store",
                        "dev.plimsoll.cache",
                        "dev.plimsoll.rate",
                        "dev.plimsoll.session",
                        "dev.plimsoll.json",
                        "redis.clients.jedis..",
                        "org.apache.commons.pool2..",
                        "org.jspecify.annotations",
                        "java..",
                        "javax.net.ssl")
                .because("stores handle results as bytes")
                .check(REDIS);
    }

    @Test
    void parsesAddressWithoutJedis() {
        noClasses()
                .that()
                .haveSimpleNameStartingWith("RedisAddress")
                .or()
                .haveSimpleName("RedisSettings")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("redis.clients.jedis..")
                .because("the configuration is checked before Jedis is loaded")
                .check(REDIS);
    }
}
