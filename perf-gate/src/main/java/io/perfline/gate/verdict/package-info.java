/**
 * Contains the verdict, line by line, and writes it in each format: {@code verdict.json} for
 * programs, {@code gate-junit.xml} for Jenkins, a table for the terminal, and Markdown for pull
 * requests. This package itself does not judge.
 */
package io.perfline.gate.verdict;
