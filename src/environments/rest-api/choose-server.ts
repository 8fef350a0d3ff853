import { FuxiError } from "../../errors/fuxi-error.ts";
import type { ApiDocument } from "./document/api-document.ts";

interface ChosenServer {
  /** Absolute, without a slash at its end. */
  readonly url: string;
  /** True if the person named this server, or the document came from its host. */
  readonly trusted: boolean;
}

/**
 * Where requests go: the server that was named, else the document's first one, resolved against the document's address.
 * @throws FuxiError `configuration-invalid` if there is no usable server
 */
export function chooseServer(
  { servers, source }: Pick<ApiDocument, "servers" | "source">,
  named: string | undefined,
): ChosenServer {
  if (named !== undefined)
    return { url: absolute(named, undefined, "the server that was named"), trusted: true };
  const found = source !== undefined && /^https?:/iu.test(source) ? source : undefined;
  const [first] = servers;
  if (first === undefined && found === undefined) {
    throw new FuxiError("configuration-invalid", "The document names no server.", {
      hint: "Name the server: --server https://api.example.com",
    });
  }
  const url = absolute(first ?? "/", found, "the document's server");
  return { url, trusted: found !== undefined && new URL(found).host === new URL(url).host };
}

function absolute(text: string, base: string | undefined, what: string): string {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new FuxiError("configuration-invalid", `"${text}" is no absolute http(s) URL (${what}).`, {
      hint: "Name the server: --server https://api.example.com",
    });
  }
  url.hash = "";
  url.username = "";
  url.password = "";
  return url.toString().replace(/\/+$/u, "");
}
