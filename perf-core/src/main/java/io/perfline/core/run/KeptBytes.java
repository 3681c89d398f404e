package io.perfline.core.run;

/**
 * The space that the messages of a case take up on the store's disk.
 *
 * @param bytes bytes
 */
public record KeptBytes(long bytes) implements CaseDetail {}
