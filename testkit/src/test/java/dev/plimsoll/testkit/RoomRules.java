package dev.plimsoll.testkit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** How the rooms of {@code core} may lean on each other and on the outside, below any root package. */
@NullMarked
record RoomRules(String root) {

    private static final List<String> ROOMS =
            List.of("json", "model", "measure", "policy", "shape", "query", "cursor", "store", "telemetry");

    /** Rooms that are not there yet break nothing. */
    List<ArchRule> all() {
        return Stream.of(
                        jsonLeansOnNothing(),
                        measureLeansOnJsonAlone(),
                        nobodyImportsTheEntryPoint(),
                        keepingDoesNotKnowShaping(),
                        noCycles(),
                        noEffects(),
                        noMutableStatics(),
                        exactCountingStaysInMeasure())
                .map(rule -> rule.allowEmptyShould(true))
                .toList();
    }

    private ArchRule jsonLeansOnNothing() {
        return noClasses()
                .that()
                .resideInAPackage(room("json"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(roomsBut("json")))
                .because("json is the lowest room: bytes in, ranges out");
    }

    private ArchRule measureLeansOnJsonAlone() {
        return noClasses()
                .that()
                .resideInAPackage(room("measure"))
                .should()
                .dependOnClassesThat(resideInAnyPackage(roomsBut("json", "measure")))
                .because("sizes are measured before anything is decided or shaped");
    }

    private ArchRule nobodyImportsTheEntryPoint() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".*..")
                .should()
                .dependOnClassesThat(resideInAPackage(root))
                .because("the root package puts the rooms together; no room knows it");
    }

    private ArchRule keepingDoesNotKnowShaping() {
        return noClasses()
                .that()
                .resideInAnyPackage(room("cursor"), room("store"), room("telemetry"))
                .should()
                .dependOnClassesThat(resideInAPackage(room("shape")))
                .because("what keeps, seals and records results must not depend on how they are cut");
    }

    private ArchRule noCycles() {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles().because("imports go one way only");
    }

    private ArchRule noEffects() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.util.logging..",
                                "java.net..",
                                "java.nio.file..",
                                "java.nio.channels..",
                                "java.lang.reflect..")
                        .or(nameMatching("java\\.io\\.(File|FileInputStream|FileOutputStream|FileReader"
                                + "|FileWriter|RandomAccessFile)"))
                        .or(nameMatching("java\\.lang\\.(Thread|ThreadLocal|Process|ProcessBuilder|Runtime)"))
                        .or(nameMatching("java\\.util\\.concurrent\\.(Executor.*|ForkJoin.*|CompletableFuture)")))
                .because("core is a function of its arguments: threads, files, clocks and logs belong to its hosts");
    }

    private ArchRule noMutableStatics() {
        return fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat(resideInAPackage(root + ".."))
                .should()
                .beFinal()
                .because("two engines in one process must not meet");
    }

    private ArchRule exactCountingStaysInMeasure() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackage(room("measure"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.knuddels.."))
                .because("one room knows the tokenizer library");
    }

    private String room(String name) {
        return root + "." + name + "..";
    }

    private String[] roomsBut(String... allowed) {
        return Stream.concat(
                        Stream.of(root),
                        ROOMS.stream()
                                .filter(name -> !List.of(allowed).contains(name))
                                .map(this::room))
                .toArray(String[]::new);
    }
}
