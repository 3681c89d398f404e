/**
 * Finds and builds the baseline: {@code ./perfline baseline}, and what {@code ./perfline ci}
 * compares with.
 */
package io.perfline.cli.baseline;
