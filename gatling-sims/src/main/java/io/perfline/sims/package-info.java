/** The load generator's entry. */
package io.perfline.sims;
