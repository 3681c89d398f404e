/**
 * The file {@code perf.yml}, which is read strictly: a team's service, when it is ready, the
 * requests to it, and the expected responses. The package neither starts nor sends anything.
 */
package io.perfline.core.project;
