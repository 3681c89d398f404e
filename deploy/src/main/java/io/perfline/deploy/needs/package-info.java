/** Starts, fills and stops the servers that a service needs, for each build of a comparison. */
package io.perfline.deploy.needs;
