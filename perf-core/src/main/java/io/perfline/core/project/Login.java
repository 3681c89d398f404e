package io.perfline.core.project;

/**
 * Who asks, by names of variables: a secret is never in the file.
 *
 * @param user variable that holds the user of basic authentication; null with {@code bearer}
 * @param password variable that holds its password; null with {@code bearer}
 * @param bearer variable that holds a bearer token; null with {@code user}
 */
public record Login(String user, String password, String bearer) {}
