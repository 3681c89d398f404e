/** {@code ./perfline bisect}: searches for the commit that made a service slower. */
package io.perfline.cli.bisect;
