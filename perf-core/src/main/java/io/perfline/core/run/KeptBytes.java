package io.perfline.core.run;

/**
 * What the messages of a case take up on the store's disk.
 *
 * @param bytes bytes
 */
public record KeptBytes(long bytes) implements CaseDetail {}
