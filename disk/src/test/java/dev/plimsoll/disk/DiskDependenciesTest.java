package dev.plimsoll.disk;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class DiskDependenciesTest {

    private static final JavaClasses DISK = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.plimsoll.disk");

    @Test
    void dependsOnlyOnTheStoreAndJsonPackagesAndTheJdk() {
        assertThat(DISK.contain(DiskStore.class)).isTrue();
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.plimsoll.disk",
                        "dev.plimsoll.store",
                        "dev.plimsoll.json",
                        "org.jspecify.annotations",
                        "java..")
                .because("stores handle results as bytes and need no library")
                .check(DISK);
    }
}
