/**
 * The service under test, and how builds of it run: as processes, as contexts of a Tomcat, or at a
 * URL.
 */
package io.perfline.sims.service;
