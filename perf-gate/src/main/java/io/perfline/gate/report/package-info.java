/**
 * Shows a run and its verdict as plain HTML with one style sheet and charts as SVG, and compares
 * two runs case by case. Jenkins serves archived pages under a policy that blocks scripts, inline
 * styles and external resources; the report needs none of them.
 */
package io.perfline.gate.report;
