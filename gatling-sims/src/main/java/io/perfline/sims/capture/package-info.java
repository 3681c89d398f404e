/** The command {@code capture}: a proxy that records the HTTP traffic that passes through it. */
package io.perfline.sims.capture;
