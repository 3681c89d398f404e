/**
 * The local stack of {@code ./perfline stack}: servers that keep running together, with their ports
 * and passwords.
 */
package io.perfline.deploy.stack;
