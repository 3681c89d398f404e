/**
 * Deploys a WAR through the text interface of Tomcat's manager and checks which build the running
 * application reports.
 */
package io.perfline.deploy.tomcat;
