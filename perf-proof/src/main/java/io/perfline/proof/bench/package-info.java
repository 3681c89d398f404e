/**
 * The drivers, the engine and the recorder compared with what is known to be fast: the vendors' own
 * tools, bare loops on the same libraries, an empty servlet. Both sides take turns within one run,
 * in random order, so that what disturbs the machine disturbs both; what counts is the ratio.
 */
package io.perfline.proof.bench;
