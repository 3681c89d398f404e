/** The deployed recorder, as far as it tells about itself: its build, its parts, its time. */
package io.perfline.sims.recorder;
