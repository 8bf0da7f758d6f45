package dev.plimsoll.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolSearchTest {

    /** Names, descriptions, and arguments like those of servers for issue trackers, files, and databases.
     */
    private static final List<CatalogTool> TOOLS = List.of(
            tool("list_issues", "Lists issues of a repository. Filter by state, label, and assignee.", "owner", "repo"),
            tool("get_issue", "Returns one issue with its comments.", "owner", "repo", "issue_number"),
            tool("create_issue", "Opens a new issue.", "owner", "repo", "title", "body"),
            tool("add_issue_comment", "Writes a comment on an issue.", "issue_number", "body"),
            tool("listPullRequests", "Lists pull requests.", "owner", "repo", "base", "head"),
            tool("merge_pull_request", "Merges a pull request into its base branch.", "pullNumber", "merge_method"),
            tool("search_code", "Searches for code in all repositories.", "query", "sort"),
            tool("read_text_file", "Reads a file as text.", "path", "head", "tail"),
            tool("write_file", "Creates a file or replaces its contents.", "path", "content"),
            tool("move_file", "Moves or renames a file or folder.", "source", "destination"),
            tool("directory_tree", "Shows folders and files as a tree.", "path", "excludePatterns"),
            tool("execute_sql", "Runs a query in PostgreSQL.", "sql"),
            tool("list_schemas", "Lists the schemas of the database.", "database"),
            tool("explain_query", "Explains the plan of a query, with hypothetical indexes.", "sql", "analyze"),
            tool("get_weather_forecast", "Forecast of the next days.", "latitude", "longitude", "days"),
            tool("send_email", "Sends a message to people.", "recipients", "subject", "body"),
            tool("list_users", "Lists the people of an organization.", "team", "role"),
            tool("anmelden", "Meldet eine Benutzerin an.", "benutzername"),
            tool("搜索订单", "按客户搜索订单列表。", "客户"),
            tool("delete_branch", "Deletes a branch.", "owner", "repo", "branch"));

    private static CatalogTool tool(String name, String description, String... arguments) {
        JsonWriter json = new JsonWriter(256).beginObject().string("name", name).string("description", description);
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        for (String argument : arguments) {
            json.beginObject(argument).string("type", "string").endObject();
        }
        Slice entry = json.endObject().endObject().endObject().slice();
        return new CatalogTool(ListedTool.of(entry), entry);
    }

    private static List<String> find(String words) {
        return ToolSearch.find(TOOLS, words).stream().map(CatalogTool::name).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "issues by label, list_issues",
        "create an issue, create_issue",
        "comment on issues, add_issue_comment",
        "merging pull requests, merge_pull_request",
        "list pull requests, listPullRequests",
        "rename a folder, move_file",
        "file contents, write_file",
        "read files, read_text_file",
        "query plan, explain_query",
        "SQL query, execute_sql",
        "postgres database schema, list_schemas",
        "weather, get_weather_forecast",
        "longitude, get_weather_forecast",
        "emails, send_email",
        "who is in my team, list_users",
        "remove branches, delete_branch",
        "benutzername, anmelden",
        "订单, 搜索订单",
        "客户订单搜索, 搜索订单",
    })
    void findsTheToolThatIsMeant(String words, String expected) {
        assertThat(find(words)).first().isEqualTo(expected);
    }

    @Test
    void findsAllToolsByThePluralOfAWord() {
        assertThat(find("issues"))
                .containsExactlyInAnyOrder("list_issues", "get_issue", "create_issue", "add_issue_comment");
    }

    @Test
    void ranksRareWordsAboveFrequentOnes() {
        assertThat(find("list the weather")).first().isEqualTo("get_weather_forecast");
    }

    @Test
    void findsPartsOfWordsIfNoWholeWordMatches() {
        assertThat(find("hypothet")).containsExactly("explain_query");
        assertThat(find("xyzzy")).isEmpty();
        assertThat(find("!?")).isEmpty();
    }

    @Test
    void findsToolsAmongManyWithALongQuery() {
        List<CatalogTool> tools = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            tools.add(tool("tool_" + i, "word ".repeat(200) + i, "a", "b"));
        }
        assertThat(ToolSearch.find(tools, "word ".repeat(1_000) + "1999")).hasSize(2_000);
        assertThat(ToolSearch.find(tools, "1999"))
                .first()
                .extracting(CatalogTool::name)
                .isEqualTo("tool_1999");
    }

    @ParameterizedTest
    @CsvSource({
        "listOpenIssues, list open issu",
        "HTTPServer, http server",
        "created creates creating create, creat creat creat creat",
        "companies branches classes, company branch class",
        "users2024, user 2024",
        "status process, status process",
        "İstanbul 東京都, i̇stanbul 東京 京都",
    })
    void splitsTextIntoWords(String text, String expected) {
        assertThat(String.join(" ", SearchWords.split(text))).isEqualTo(expected);
    }

    @Test
    void findsToolsByTheFieldsOfTheirResults() {
        CatalogTool toolWithoutFields = tool("get_record", "Returns a record.", "id");
        Slice resultFields = Slice.of("{\"rows\":[{\"dueDate\":\"string\",\"owner\":{\"costCenter\":\"number\"}}]}");
        CatalogTool toolWithFields =
                new CatalogTool(toolWithoutFields.tool(), toolWithoutFields.clientEntry(), resultFields);
        List<CatalogTool> tools = new ArrayList<>(TOOLS);
        tools.add(toolWithoutFields);
        assertThat(ToolSearch.find(tools, "cost center")).isEmpty();
        tools.set(tools.size() - 1, toolWithFields);
        assertThat(ToolSearch.find(tools, "cost centers")).containsExactly(toolWithFields);
        assertThat(ToolSearch.find(tools, "due date")).contains(toolWithFields);
        // the names of JSON types do not count as words of the tool
        assertThat(ToolSearch.find(tools, "number")).doesNotContain(toolWithFields);
    }

    @Test
    void emptySearchFindsAllToolsInTheirOrder() {
        assertThat(ToolSearch.find(TOOLS, "")).isEqualTo(TOOLS);
        assertThat(ToolSearch.find(TOOLS, " \n")).isEqualTo(TOOLS);
    }
}
