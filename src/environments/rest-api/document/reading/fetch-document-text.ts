import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { createHttpClient } from "../../../http/create-http-client.ts";

/** Bounds of fetching one document. */
interface FetchDocumentOptions {
  readonly signal: AbortSignal;
  /** As in `HttpSettings.trustedHosts`. */
  readonly trustedHosts: readonly string[];
}

const MOST_BYTES = 64 * 1024 * 1024;
const MILLISECONDS = 60_000;

const HINT = "Check the URL, or download the document and name the file.";

/**
 * Fetches the text of an API document, under the rules of all requests: no private addresses except of trusted hosts, a size cap, a time limit.
 * @throws FuxiError `target-not-found`, `target-denied`, `cancelled`
 */
export async function fetchDocumentText(
  address: string,
  { signal, trustedHosts }: FetchDocumentOptions,
): Promise<string> {
  const settings = { trustedHosts, mostBytes: MOST_BYTES, attempts: 1 };
  const client = createHttpClient({ settings, securitySchemes: new Map(), server: address });
  const headers = { accept: "application/json, application/yaml, text/yaml, */*" };
  try {
    const { response, failure } = await client.send(
      { method: "GET", url: address, headers },
      { mayRetry: true, milliseconds: MILLISECONDS, signal },
    );
    if (failure?.kind === "forbidden-address")
      throw new FuxiError("target-denied", "The API document leads to a private address.", {
        hint: "Allow it: --trust-host <host>",
      });
    if (failure !== undefined)
      throw new FuxiError("target-not-found", `The API document cannot be fetched. ${failure.message}`, {
        hint: HINT,
      });
    if (response.status === 200) return new TextDecoder().decode(response.body);
    const denied = response.status === 401 || response.status === 403;
    throw new FuxiError(
      denied ? "target-denied" : "target-not-found",
      `The API document was answered with ${response.status}.`,
      { hint: HINT },
    );
  } finally {
    await client.close();
  }
}
