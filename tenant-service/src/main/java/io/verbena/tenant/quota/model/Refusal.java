package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;

/**
 * Why the ledger said no: the first ancestor from the root, and there the first resource, that cannot give what is asked.
 *
 * @param scope the ancestor, as in {@link Account#scope()}
 * @param used committed, or leased to NICs
 * @param tenant who asked
 */
public record Refusal(
        Resource resource, String scope, String tenant, long limit, long used, long reserved, long requested) {}
