/**
 * What is known of the service that is loaded, and how builds of a team's own service come to run:
 * as processes, as contexts of a Tomcat, or where they run already.
 */
package io.perfline.sims.service;
