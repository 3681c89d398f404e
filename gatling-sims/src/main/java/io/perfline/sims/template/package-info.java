/** Texts with values in them, put together anew for each session of a load. */
package io.perfline.sims.template;
