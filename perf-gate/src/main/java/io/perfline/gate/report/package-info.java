/**
 * The report: a run and its verdict for people, as plain HTML with one style sheet and charts drawn
 * beforehand. Jenkins serves archived pages under a policy that blocks scripts, inline styles and
 * foreign resources; nothing here needs any of them.
 */
package io.perfline.gate.report;
