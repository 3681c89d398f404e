/**
 * The addresses of all servers: the environment file ({@code deploy/environments/*.yml}), which is
 * read strictly, and the variables that contain its secrets and ports.
 */
package io.perfline.core.environment;
