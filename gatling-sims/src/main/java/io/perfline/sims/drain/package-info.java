/** {@code ./perfline drain}: stops the recorder under load and accounts for every message. */
package io.perfline.sims.drain;
