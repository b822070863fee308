package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.verbena.sriov.operations.OperationResource;
import io.verbena.sriov.vf.VirtualFunctionResource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** For the OpenAPI page: the two answers of a request that may begin long work. */
@ApiResponse(
        responseCode = "202",
        description = "Begun. Location names the operation to follow",
        content = @Content(mediaType = "application/json", schema = @Schema(implementation = OperationResource.class)))
@ApiResponse(
        responseCode = "200",
        description = "Nothing to do, or only validated: the virtual function as it is or would be",
        content =
                @Content(
                        mediaType = "application/json",
                        schema = @Schema(implementation = VirtualFunctionResource.class)))
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface BeginsOperation {}
