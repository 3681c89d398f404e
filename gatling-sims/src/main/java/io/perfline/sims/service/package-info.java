/** The service under test, as processes, as contexts of a Tomcat, or at a URL. */
package io.perfline.sims.service;
