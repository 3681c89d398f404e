/**
 * The service under test, and the ways of running its builds: as processes, as contexts of a
 * Tomcat, or at a URL.
 */
package io.perfline.sims.service;
