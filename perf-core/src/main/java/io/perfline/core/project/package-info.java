/**
 * The file {@code perf.yml}, read strictly: a team's service, when it is ready, the requests to it
 * and the expected answers. The package starts nothing and sends nothing.
 */
package io.perfline.core.project;
