/** The measured checkout, as git reports it. */
package io.perfline.core.git;
