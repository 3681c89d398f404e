/**
 * Builds the service of a commit, and lists the differences between two builds that affect how they
 * run.
 */
package io.perfline.cli.build;
