import type { JsonObject } from "../../../../util/json.ts";

/** Where a document is: a path, an `http(s)` or `file` URL, its text, or the document itself, parsed. */
export type DocumentSource = string | { readonly text: string } | { readonly document: JsonObject };

/** What reading a document may reach, and how much. */
export interface LoadOptions {
  /** Ends reading. */
  readonly signal?: AbortSignal;
  /** Fetches what a URL names, under the caller's rules on addresses, redirects and size. Without it, URLs are refused. */
  readonly fetchText?: (url: string, signal: AbortSignal) => Promise<string>;
  /** Follows references out of the document's own folder or host. A document from a URL never reaches files. */
  readonly allowOutside?: boolean;
  /** Beyond them reading fails with `data-invalid`. */
  readonly limits?: {
    /** Files that one document may consist of (20,000). */
    readonly files?: number;
    /** Bytes of all of them (256 MB). */
    readonly bytes?: number;
  };
}

export const DEFAULT_LIMITS = { files: 20_000, bytes: 256_000_000 } as const;
