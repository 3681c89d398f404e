/**
 * Deploys a WAR through the text interface of Tomcat's manager and relies only on what the running
 * application then reports.
 */
package io.perfline.deploy.tomcat;
