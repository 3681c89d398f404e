/** What a commit is compared with: which commit that is. */
package io.perfline.cli.baseline;
