/** What a commit is compared with: which commit that is, and its WAR. */
package io.perfline.cli.baseline;
