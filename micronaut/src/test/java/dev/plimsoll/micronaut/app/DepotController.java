package dev.plimsoll.micronaut.app;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;

/** Route that does not belong to the MCP server. */
@Controller("/echo")
public class DepotController {

    @Post(consumes = MediaType.ALL, produces = MediaType.ALL)
    public String echo(@Body String text) {
        return text;
    }
}
