import { FuxiError } from "../../../errors/fuxi-error.ts";
import { failureOf } from "./http-failure.ts";
import { createHttpTransport } from "./http-transport.ts";

/** Bounds of fetching one document. */
export interface FetchDocumentOptions {
  readonly signal: AbortSignal;
  /** As in `HttpSettings.trustedHosts`. */
  readonly trustedHosts: readonly string[];
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const MILLISECONDS = 60_000;

/**
 * The text of an API document at a URL, under the rules of all requests: no private addresses but of trusted hosts, a size cap, a time limit.
 * @throws FuxiError `target-not-found`, `target-denied`, `cancelled`
 */
export async function fetchDocumentText(
  address: string,
  { signal, trustedHosts }: FetchDocumentOptions,
): Promise<string> {
  const transport = createHttpTransport({ trustedHosts });
  let url = new URL(address);
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (!transport.mayReach(url)) {
        throw privateAddress();
      }
      const headers = { accept: "application/json, application/yaml, text/yaml, */*" };
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)]);
      const response = await transport.exchange({
        method: "GET",
        url,
        headers,
        signal: bounded,
        mostBytes: MOST_BYTES,
      });
      const { location } = response.headers;
      if (
        response.status >= 300 &&
        response.status < 400 &&
        location !== undefined &&
        URL.canParse(location, url.href)
      ) {
        url = new URL(location, url);
        continue;
      }
      if (response.status === 200) return new TextDecoder().decode(response.body);
      const denied = response.status === 401 || response.status === 403;
      throw new FuxiError(
        denied ? "target-denied" : "target-not-found",
        `The API document was answered with ${response.status}.`,
        {
          hint: "Check the URL, or download the document and name the file.",
        },
      );
    }
    throw new FuxiError("target-not-found", "The API document is redirected again and again.");
  } catch (error) {
    if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.", { cause: error });
    if (FuxiError.isInstance(error)) throw error;
    const { kind, message } = failureOf(error, (text) => text);
    if (kind === "forbidden-address") throw privateAddress(error);
    throw new FuxiError("target-not-found", `The API document cannot be fetched. ${message}`, {
      hint: "Check the URL, or download the document and name the file.",
      cause: error,
    });
  } finally {
    await transport.close();
  }
}

function privateAddress(cause?: unknown): FuxiError {
  return new FuxiError("target-denied", "The API document leads to a private address.", {
    hint: "Allow it: --trust-host <host>",
    cause,
  });
}
