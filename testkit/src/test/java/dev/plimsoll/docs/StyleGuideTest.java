package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.shape.style.Style;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the guide for new styles shows the tested style, and names every method. */
class StyleGuideTest {

    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String FOLDER = "testkit/src/test/java/dev/plimsoll/styles/";

    private final Project project = Project.find();
    private final String guide = project.read("docs/guides/add-a-style.md");
    private final List<String> code =
            CODE.matcher(guide).results().map(found -> found.group(1)).toList();

    @Test
    void guideShowsTheTestedStyle() {
        String source = project.read(FOLDER + "FirstAndLastStyle.java");
        assertThat(source).startsWith("package dev.plimsoll.styles;\n\n").endsWith(code.get(0));
        assertThat(code.get(0).lines())
                .hasSizeBetween(30, 65)
                .first()
                .asString()
                .startsWith("import ");
    }

    @Test
    void guideShowsTheTestedRegistration() {
        String source = project.read(FOLDER + "FirstAndLastStyleTest.java");
        String registration = source.substring(source.indexOf("// GUIDE\n") + 9, source.indexOf("        // end\n"));
        assertThat(code).hasSize(2);
        assertThat(code.get(1)).isEqualTo(registration);
    }

    @Test
    void guideNamesEveryMethodOfAStyle() {
        assertThat(Arrays.stream(Style.class.getMethods()).map(method -> "`" + method.getName() + "`"))
                .filteredOn(name -> !name.equals("`id`"))
                .allSatisfy(name -> assertThat(guide).contains(name));
    }
}
