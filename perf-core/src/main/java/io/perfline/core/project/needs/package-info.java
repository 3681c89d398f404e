/** The section {@code needs} of {@code perf.yml}: the servers that a service needs. */
package io.perfline.core.project.needs;
