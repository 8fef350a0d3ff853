import type { Operation } from "../document/api-document.ts";
import type { HttpClient, HttpFailure, HttpRequest, HttpResponse } from "../http/http-message.ts";

export interface FetchPagesOptions {
  readonly operation: Operation;
  readonly http: Pick<HttpClient, "send">;
  readonly mayRetry: boolean;
  /** Pages at most. */
  readonly pages: number;
  /** For all pages together. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export type FetchedPages =
  | {
      /** The first page's, with the items of all pages in its body. */
      readonly response: HttpResponse;
      readonly pages: number;
      /** What is left, in a few words ("page 1 of 36, 711 items in all"); undefined where this is all. */
      readonly more?: string;
      readonly failure?: never;
    }
  | { readonly failure: HttpFailure; readonly response?: never };

/** Sends a request and follows its pages. A page that fails ends the list where it is, which is told in `more`. */
export async function fetchPages(request: HttpRequest, options: FetchPagesOptions): Promise<FetchedPages> {
  const { operation, http, mayRetry, milliseconds, signal } = options;
  const sent = await http.send(request, { operation, mayRetry, milliseconds, signal });
  return sent.failure ? { failure: sent.failure } : { response: sent.response, pages: 1 };
}
