package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationReaderTest {

    @TempDir
    private Path folder;

    @Test
    void smoke() throws Exception {
        Files.writeString(folder.resolve("plimsoll.yaml"), """
                servers:
                  files: { command: [npx, -y, "@m/server", /data], timeouts: {start: 5s} }
                  crm:   { url: "https://crm.example/mcp", headers: { Authorization: "Bearer ${CRM_TOKEN}" } }
                preset: probe
                policy:
                  ttl: 3m
                  limits: { arrayItems: 7 }
                  autoNegotiateThreshold: null
                tools:
                  "crm/list_*":  { style: page, keepFields: [owner] }
                rollout: { mode: enforce, percent: 100, steps: [{percent: 5, for: 3d, pageSize: 200}] }
                """);
        Map<String, String> env = Map.of("CRM_TOKEN", "s3cret", "PLIMSOLL_POLICY_MAX_TTL", "1h", "PLIMSOLL_SERVERS_CRM_TIMEOUTS_STOP", "2s", "PLIMSOLL_TOOLS", "{\"a/*\": {ttl: 1m}}");
        Surroundings s = new Surroundings(env, folder, folder, "Linux");
        Loaded l = new ConfigurationReader(s).read(DefaultFile.WORKING_FOLDER, null, List.of(Flag.budget("777")));
        System.out.println(l.configuration());
        System.out.println(l.warnings());
        Files.writeString(folder.resolve("plimsoll.yaml"), """
                servers:
                  files: { comand: [npx], timeouts: {start: 5} }
                  Crm:   { url: "https://crm.example/mcp", headers: { Authorization: "Bearer ${CRM_TOKENS}" } }
                  e: {}
                preset: probes
                ttl: 5m
                policy:
                  ttl: NaN
                  limits: 5
                  style: pages
                  token_budget_threshold: 4
                  maxPageSize: [1]
                policy.ttl: 4m
                cursor: { key: abc }
                tools: [a]
                """);
        try { new ConfigurationReader(s).read(DefaultFile.WORKING_FOLDER, null, List.of(Flag.budget("x777")));
        } catch (ConfigurationException e) { System.out.println(e.getMessage()); }
        long t = System.nanoTime();
        assertThat(l).isNotNull();
    }
}
