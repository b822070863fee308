package io.verbena.contracts.nic;

import java.util.UUID;

/**
 * Body of {@code PUT /v1/functions/{pf}}: how many functions a physical function is to have. They come and go at the tail.
 *
 * @param bootId the NIC's boot this command was planned for
 * @param epoch the physical function's own counter, drawn anew by each such intent; never goes back
 */
public record ResizeFunctions(UUID bootId, int pf, long epoch, int functionCount) {}
