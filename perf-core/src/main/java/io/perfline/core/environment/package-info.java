/**
 * Where the parts are: the environment file ({@code deploy/environments/*.yml}), read strictly, and
 * the variables it takes its secrets and ports from.
 */
package io.perfline.core.environment;
