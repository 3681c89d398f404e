/** A simulated year of builds, to see how fast dashboards and publishing are with it. */
package io.perfline.proof.year;
