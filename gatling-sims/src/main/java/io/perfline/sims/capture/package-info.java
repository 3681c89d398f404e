/** The command {@code capture}: a proxy that records the HTTP traffic which passes through it. */
package io.perfline.sims.capture;
