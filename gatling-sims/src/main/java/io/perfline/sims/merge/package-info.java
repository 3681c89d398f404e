/** {@code ./perfline merge}: adds what several generators measured at the same time to one run. */
package io.perfline.sims.merge;
