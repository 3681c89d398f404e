/** A team's own service: started as a process, asked whether it is ready, and ended. */
package io.perfline.deploy.service;
