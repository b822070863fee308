/** What sriov-manager and a NIC say to each other over HTTP: registration, fenced commands, read-back ({@code docs/architecture.md}). */
@NullMarked
package io.verbena.contracts.nic;

import org.jspecify.annotations.NullMarked;
