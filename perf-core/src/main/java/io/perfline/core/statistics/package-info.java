/** The one test of statistics that both the load and its judgement rest on. */
package io.perfline.core.statistics;
