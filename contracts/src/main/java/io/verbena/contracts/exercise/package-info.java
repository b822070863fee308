/**
 * What a NIC's exerciser is asked and answers over HTTP: a verbs program in the NIC's process, driven step by step ({@code
 * docs/exerciser.md}). Offsets count from the start of an endpoint's memory; keys, QP and packet numbers are unsigned.
 */
@NullMarked
package io.verbena.contracts.exercise;

import org.jspecify.annotations.NullMarked;
