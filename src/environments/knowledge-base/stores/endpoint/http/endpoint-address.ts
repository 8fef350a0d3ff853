import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { EndpointAuth, EndpointOptions } from "../endpoint-options.ts";

/** Where and as whom requests are made. */
export interface EndpointAddress {
  /** Without user and password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that must not be seen in an error. */
  readonly secrets: readonly string[];
}

/** @throws FuxiError `configuration-invalid` */
export function endpointAddress(options: EndpointOptions): EndpointAddress {
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    throw new FuxiError("configuration-invalid", "The address of the endpoint cannot be read.", {
      hint: "Write it as https://host/sparql.",
    });
  const auth: EndpointAuth | undefined =
    options.auth ??
    (url.username === ""
      ? undefined
      : {
          type: "basic",
          user: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password),
        });
  url.username = "";
  url.password = "";
  url.hash = "";
  const headers = { ...options.headers, ...(auth === undefined ? {} : authHeader(auth)) };
  return {
    url: url.href,
    headers,
    secrets: [...Object.values(headers), ...(auth === undefined ? [] : secretsOf(auth))],
  };
}

function authHeader(auth: EndpointAuth): Record<string, string> {
  switch (auth.type) {
    case "basic":
      return { authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString("base64")}` };
    case "bearer":
      return { authorization: `Bearer ${auth.token}` };
    case "header":
      return { [auth.name]: auth.value };
  }
}

function secretsOf(auth: EndpointAuth): readonly string[] {
  switch (auth.type) {
    case "basic":
      return [auth.password, Buffer.from(`${auth.user}:${auth.password}`).toString("base64")];
    case "bearer":
      return [auth.token];
    case "header":
      return [auth.value];
  }
}
