package io.verbena.contracts.exercise;

/**
 * Answer of {@code :fill} and {@code :check}.
 *
 * @param crc32c of the range, unsigned
 * @param guardUntouched whether what lies right behind the range is as {@code :fill} left it
 */
public record MemoryReport(long crc32c, boolean guardUntouched) {}
