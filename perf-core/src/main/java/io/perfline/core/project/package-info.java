/**
 * What a team says in {@code perf.yml} about its service and the load on it, read strictly: what
 * runs, when it is ready, what is requested and what the answers must be. Starts and asks nothing.
 */
package io.perfline.core.project;
