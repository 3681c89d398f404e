/**
 * A team's own service: started as a process, asked whether it is ready, and ended; what of a build
 * runs.
 */
package io.perfline.deploy.service;
