package io.perfline.core.run;

/**
 * The messages of a case that its servers acknowledged, including those of the warm-up.
 *
 * @param found the number of messages that the load added to the store
 */
public record StoredMessages(long acknowledged, long found) implements CaseDetail {}
