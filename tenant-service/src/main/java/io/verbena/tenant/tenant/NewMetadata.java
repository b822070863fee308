package io.verbena.tenant.tenant;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** @param name a DNS label (RFC 1123, and it starts with a letter), as it becomes part of names elsewhere */
record NewMetadata(
        @NotNull
        @Pattern(
                regexp = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?",
                message = "must be 1 to 63 of a-z, 0-9 and '-', start with a letter and not end with '-'")
        String name) {}
