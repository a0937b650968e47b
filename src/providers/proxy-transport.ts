import { ConnectionError, type HttpTransport, withConnectionErrors } from "./http-transport.ts";

/**
 * A transport through the proxies that the environment's variables name (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, also
 * in small letters); undefined when they name none. undici is loaded with the first request: it costs 60 ms.
 */
export function createProxyTransport(variables: Readonly<Record<string, string>>): HttpTransport | undefined {
  const read = (name: string): string => variables[name] || variables[name.toUpperCase()] || "";
  const proxies = { httpProxy: read("http_proxy"), httpsProxy: read("https_proxy"), noProxy: read("no_proxy") };
  if (!proxies.httpProxy && !proxies.httpsProxy) return undefined;
  return async ({ url, ...rest }) => {
    const { EnvHttpProxyAgent, request } = await import("undici");
    // As in the direct transport, no time limits and one connection a request (which is what `pipelining: 0` means).
    const dispatcher = new EnvHttpProxyAgent({ ...proxies, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
    try {
      const reply = await request(url, { ...rest, dispatcher });
      const location = reply.headers["location"];
      return {
        status: reply.statusCode,
        ...(typeof location === "string" ? { location } : {}),
        body: withConnectionErrors(reply.body),
        close: () => reply.body.destroy(),
      };
    } catch (cause) {
      throw new ConnectionError(cause);
    }
  };
}
