/**
 * Deploys a WAR through the text interface of Tomcat's manager and believes only what the running
 * application then says of itself.
 */
package io.perfline.deploy.tomcat;
