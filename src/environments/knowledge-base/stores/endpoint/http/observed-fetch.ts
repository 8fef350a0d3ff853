import { errorType } from "../../../../../telemetry/observe.ts";
import { observeRequest } from "../../../../../telemetry/observe-calls.ts";
import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";

interface Sending {
  /** Redirects before this request. */
  readonly resent: number;
  readonly secrets: readonly string[];
}

/** `fetch` within a span. */
export function observedFetch(
  [url, init]: [URL, RequestInit],
  { resent, secrets }: Sending,
): Promise<Response> {
  const scrub = (text: string): string => scrubSecrets(text, secrets);
  return observeRequest(
    { method: init.method ?? "GET", url, resent, scrub },
    { status: (response: Response) => response.status, thrown },
    () => fetch(url, init),
  );
}

function thrown(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code ?? ((error as Error).name === "TimeoutError" ? "timeout" : errorType(error));
}
