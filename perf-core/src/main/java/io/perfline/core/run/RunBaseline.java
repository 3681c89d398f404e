package io.perfline.core.run;

/**
 * What a run was compared with.
 *
 * @param name as a person calls it, such as {@code main~1}; null when there is none
 * @param commit the commit it was built from; null when that isn't known
 * @param how how it was found, such as {@code parent of HEAD}
 * @param problem why there is none; null when there is one
 */
public record RunBaseline(String name, String commit, String how, String problem) {}
