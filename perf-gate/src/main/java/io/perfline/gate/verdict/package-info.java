/**
 * The verdict: what the gate decided, threshold by threshold, and the forms it is handed on in:
 * {@code verdict.json} for programs, {@code gate-junit.xml} for Jenkins, a table for the terminal,
 * Markdown for a pull request. Nothing here judges.
 */
package io.perfline.gate.verdict;
