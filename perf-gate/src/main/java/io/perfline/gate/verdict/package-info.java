/**
 * Judging: the verdict, threshold by threshold, and its formats: {@code verdict.json} for programs,
 * {@code gate-junit.xml} for Jenkins, a table for the terminal, Markdown for pull requests. Nothing
 * here judges.
 */
package io.perfline.gate.verdict;
