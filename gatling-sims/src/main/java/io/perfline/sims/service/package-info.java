/** The service under test: processes, contexts of a Tomcat, or a service at a URL. */
package io.perfline.sims.service;
