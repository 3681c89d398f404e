/**
 * Builds the service of a commit, and tells which differences between two builds affect how they
 * run.
 */
package io.perfline.cli.build;
