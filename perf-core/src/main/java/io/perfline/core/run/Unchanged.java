package io.perfline.core.run;

/**
 * A comparison with the baseline that needed no load.
 *
 * @param reason why, such as that both builds are the same
 */
public record Unchanged(String reason) implements CaseDetail {}
