package dev.plimsoll.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts {@code plimsoll serve} and nginx in front of the canned server, with configuration files in a temporary folder. */
final class ProxyLauncher {

    private final Path folder;
    private final String launcher;
    private final int upstreamPort;

    /** @param upstreamPort the port of the canned server */
    ProxyLauncher(Path folder, String launcher, int upstreamPort) {
        this.folder = folder;
        this.launcher = launcher;
        this.upstreamPort = upstreamPort;
    }

    /** @param options JVM options; if empty, the launcher uses its own */
    ListeningProcess startPlimsoll(String options) throws IOException {
        Path file = folder.resolve("plimsoll.yaml");
        String urlPrefix = "{ url: \"http://127.0.0.1:" + upstreamPort + "/mcp/";
        Files.writeString(file, """
                servers:
                  small: %1$ssmall" }
                  modern: %1$smodern" }
                  modernbig: %1$smodernbig" }
                  some: %1$ssome" }
                  big: %1$sbig" }
                  tens: %1$stens" }
                  huge: %1$shuge" }
                  list: %1$slist" }
                  biglist: %1$sbiglist" }
                  hugelist: %1$shugelist" }
                sessions: { max: 1000000 }
                tools:
                  some/*: { tokenBudgetThreshold: 1000000 }
                  modernbig/*: { tokenBudgetThreshold: 1000000 }
                  big/*: { tokenBudgetThreshold: 1000000 }
                  tens/*: { tokenBudgetThreshold: 10000000 }
                  huge/*: { tokenBudgetThreshold: 10000000 }
                """.formatted(urlPrefix));
        int port = ListeningProcess.freePort();
        List<String> command = List.of(
                launcher,
                "serve",
                "--config",
                file.toString(),
                "--listen",
                "127.0.0.1:" + port,
                "--data",
                folder.resolve("data").toString(),
                "--log-level",
                "error");
        return ListeningProcess.start(
                command, options.isEmpty() ? Map.of() : Map.of("PLIMSOLL_JAVA_OPTS", options), port);
    }

    /** Returns whether nginx is installed. */
    static boolean hasNginx() {
        return List.of(System.getenv().getOrDefault("PATH", "").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "nginx")));
    }

    ListeningProcess startNginx() throws IOException {
        int port = ListeningProcess.freePort();
        Path file = folder.resolve("nginx.conf");
        Files.writeString(file, """
                worker_processes 1;
                daemon off;
                pid %1$s/nginx.pid;
                error_log stderr error;
                events { worker_connections 4096; }
                http {
                  access_log off;
                  keepalive_requests 1000000000;
                  client_body_temp_path %1$s/body;
                  proxy_temp_path %1$s/proxy;
                  fastcgi_temp_path %1$s/fastcgi;
                  uwsgi_temp_path %1$s/uwsgi;
                  scgi_temp_path %1$s/scgi;
                  proxy_max_temp_file_size 0;
                  proxy_buffers 8 256k;
                  proxy_buffer_size 256k;
                  proxy_busy_buffers_size 512k;
                  upstream canned { server 127.0.0.1:%2$d; keepalive 1024; keepalive_requests 1000000000; }
                  server {
                    listen 127.0.0.1:%3$d backlog=1024;
                    location / { proxy_pass http://canned; proxy_http_version 1.1; proxy_set_header Connection ""; }
                  }
                }
                """.formatted(folder, upstreamPort, port));
        return ListeningProcess.start(
                List.of("nginx", "-e", "stderr", "-p", folder.toString(), "-c", file.toString()), Map.of(), port);
    }
}
