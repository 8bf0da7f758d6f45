package dev.plimsoll.mcp;

import dev.plimsoll.model.RefusedException;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import java.util.List;

/** Guard that answers the reads of Plimsoll's own resources: pages and blobs of snapshots. */
record StoredPageGuard(SdkJson sdkJson) implements RequestGuard<ReadResourceRequest, ReadResourceResult> {

    static final String SCHEME = "plimsoll://";

    /** Returns two templates: one for pages, and one for images, audio, and other blobs. */
    static List<ResourceTemplate> templates() {
        return List.of(
                template("page", "A further page of a long result", "Read by the URI that an answer names as nextUri"),
                template("blob", "An image, audio or blob of a result", "Read by the URI of a link in an answer"));
    }

    private static ResourceTemplate template(String kind, String title, String description) {
        return ResourceTemplate.builder(SCHEME + kind + "/{cursor}", "plimsoll_" + kind)
                .title(title)
                .description(description)
                .build();
    }

    @Override
    public GuardDecision<ReadResourceRequest, ReadResourceResult> decide(
            GuardedRequest guardedRequest, ReadResourceRequest request) {
        try {
            return new GuardDecision.Answer<>(sdkJson.parseResource(guardedRequest
                    .engine()
                    .resource(guardedRequest.call(GuardedResource.NAME_IN_POLICIES), request.uri())
                    .result()));
        } catch (RefusedException refused) {
            throw SdkJson.error(ErrorCodes.RESOURCE_NOT_FOUND, refused);
        }
    }
}
