import { UserError } from "../lib/user-error.ts";

/** A server's address: `root` has neither `/v1` nor a slash at its end; `shown` is `root` without a user name or password. */
export type BaseUrl = { readonly root: string; readonly shown: string; readonly loopback: boolean };

/** Reads an address as people write it: with or without `http://`, `/v1`, an endpoint, slashes at the end. Throws a `UserError` for what is no address. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  const absolute = /^[a-z][a-z+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new UserError({
      code: "bad-base-url",
      message: `"${trimmed}" is not the address of a server.`,
      hint: "--base-url http://127.0.0.1:8080",
      exitCode: 2,
    });
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/(\/v1)?(\/chat\/completions|\/models)?$/, "");
  const login = url.username ? `${url.username}:${url.password}@` : "";
  return {
    root: `${url.protocol}//${login}${url.host}${path}`,
    shown: `${url.protocol}//${url.host}${path}`,
    loopback: isLoopback(url.hostname),
  };
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
