/**
 * Compares the drivers, the engine and the recorder with references that are known to be fast: the
 * vendors' own tools, bare loops on the same libraries, an empty servlet. Both sides take turns
 * within one run, in random order, so that disturbances of the machine affect both. The result is
 * the ratio of the two.
 */
package io.perfline.proof.bench;
