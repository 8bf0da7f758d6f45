package dev.plimsoll.mcp;

import dev.plimsoll.model.RefusedException;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import java.util.List;

/** The resources that are ours: pages and blobs of what was kept. */
record KeptPage(Wire wire) implements Judge<ReadResourceRequest, ReadResourceResult> {

    static final String SCHEME = "plimsoll://";

    /** One for pages, one for images, audio and other blobs. */
    static List<ResourceTemplate> templates() {
        return List.of(
                template("page", "A further page of a long result", "Read by the URI that an answer names as nextUri"),
                template("blob", "An image, audio or blob of a result", "Read by the URI of a link in an answer"));
    }

    private static ResourceTemplate template(String kind, String title, String about) {
        return ResourceTemplate.builder(SCHEME + kind + "/{cursor}", "plimsoll_" + kind)
                .title(title)
                .description(about)
                .build();
    }

    @Override
    public Step<ReadResourceRequest, ReadResourceResult> meet(Visitor visitor, ReadResourceRequest request) {
        try {
            return new Step.Here<>(
                    wire.resource(visitor.engine().resource(visitor.call(GuardedResource.ENDPOINT), request.uri())));
        } catch (RefusedException refused) {
            throw Wire.error(ErrorCodes.RESOURCE_NOT_FOUND, refused);
        }
    }
}
