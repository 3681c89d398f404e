package io.perfline.core.run;

/**
 * What became of the messages that a case's servers acknowledged, warm-up included.
 *
 * @param acknowledged how many they were
 * @param found how many messages the store held afterwards that hadn't been there before
 */
public record StoredMessages(long acknowledged, long found) implements CaseDetail {}
