/**
 * The verdict as data: its lines with limits, figures and findings, their order, and the file that
 * keeps them. Sentences about them are made in {@code gate.text}; here they are only carried.
 */
package io.perfline.gate.verdict;
