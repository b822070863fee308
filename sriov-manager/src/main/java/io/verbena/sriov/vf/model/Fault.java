package io.verbena.sriov.vf.model;

import io.verbena.contracts.ProblemType;

/**
 * Why programming a VF does not work, as its operation will say it.
 *
 * @param type the problem that the caller sees
 * @param reason CamelCase, as on the condition Ready
 * @param detail for people: which NIC, what it said
 * @param permanent trying again cannot help
 */
public record Fault(ProblemType type, String reason, String detail, boolean permanent) {}
