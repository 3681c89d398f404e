package io.perfline.proof.bench;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rounds how often every side has its turn
 * @param turn how long a turn takes
 * @param warmUp how long each side runs first, not counted
 */
record Bounds(int rounds, Duration turn, Duration warmUp) {}
