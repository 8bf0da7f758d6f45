package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that the guide for agents shows the programs that {@code clients/agents} runs. */
class RecipesTest {

    private static final String GUIDE = "docs/guides/agents.md";
    private static final Map<String, String> LANGUAGES =
            Map.of("py", "python", "js", "js", "java", "java", "yml", "yaml");

    private final Project project = Project.find();

    @Test
    void guideShowsTheProgramsThatRun() {
        DocumentPage page = new DocumentPage(project.read(GUIDE));
        Map<String, String> programs = new TreeMap<>();
        page.names().forEach(name -> programs.put(name, codeBlock(name)));
        DocumentPage expected = page.withSections(programs);
        boolean writes = "write".equals(System.getProperty("plimsoll.docs"));
        if (writes) {
            project.write(GUIDE, expected.text());
        }

        assertThat(programs).hasSize(11);
        assertThat(writes ? expected : page)
                .as("%s is outdated; -Dplimsoll.docs=write updates it", GUIDE)
                .isEqualTo(expected);
    }

    private String codeBlock(String name) {
        String language = LANGUAGES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
        return "```" + language + "\n" + project.read(name).stripTrailing() + "\n```";
    }
}
