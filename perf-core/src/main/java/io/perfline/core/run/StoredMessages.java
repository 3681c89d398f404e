package io.perfline.core.run;

/**
 * The messages that a case's servers acknowledged, warm-up included.
 *
 * @param acknowledged their number
 * @param found messages that the store contained afterwards and not before
 */
public record StoredMessages(long acknowledged, long found) implements CaseDetail {}
