import type { PrivacyRules } from "../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { LabelSearch } from "../../triple-store/triple-store.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** Credentials for an endpoint. They appear in no output and no error. */
export type EndpointAuth =
  | { readonly type: "basic"; readonly user: string; readonly password: string }
  | { readonly type: "bearer"; readonly token: string }
  /** An API key in a header of its own. */
  | { readonly type: "header"; readonly name: string; readonly value: string };

/** How names are searched: by the search of a known engine, by whole names only (`exact`), or by your own search. */
export type EndpointLabelSearch = "auto" | "virtuoso" | "wikidata" | "exact" | LabelSearch;

/** A SPARQL endpoint, and how to query it. */
export interface EndpointOptions {
  /** `https://host/sparql`. A user and password in it become basic authentication and are never shown. */
  readonly url: string;
  /** Default: the preset `rdfs`, with labels in English or without a language. */
  readonly vocabulary?: Vocabulary;
  /** Name in outputs; the host's name by default. */
  readonly name?: string;
  /** None unless given. */
  readonly auth?: EndpointAuth;
  /** Sent with every request; their values are not shown in errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** IRIs of the graphs that are queried as one (`default-graph-uri`). Default: the server's own default graph. */
  readonly defaultGraphs?: readonly string[];
  /** IRIs of graphs that `GRAPH` may name (`named-graph-uri`). */
  readonly namedGraphs?: readonly string[];
  /** "auto" (the default) decides by the engine. */
  readonly labelSearch?: EndpointLabelSearch;
  /** "auto" posts a form, and falls back to GET if the server refuses POST. */
  readonly method?: "auto" | "GET" | "POST";
  /** URL of Wikidata's `wbsearchentities` (default `https://www.wikidata.org/w/api.php`). */
  readonly searchUrl?: string;
  /** Requests at the same time (4). */
  readonly concurrency?: number;
  /** Larger answers are refused as "too-large" (64 MiB). */
  readonly maxBytes?: number;
  /**
   * Privacy rules, as in `OpenEmbeddedStoreOptions.privacy`. All predicates and classes are listed on opening; later ones stay hidden.
   * Names are found by whole names only.
   */
  readonly privacy?: PrivacyRules;
  /** Cancels opening. */
  readonly signal?: AbortSignal;
}

/** URL without user and password, and the credentials given beside it or in it. */
export interface EndpointAddress {
  readonly url: string;
  readonly auth: EndpointAuth | undefined;
}

/** @throws FuxiError `configuration-invalid` */
export function endpointAddress(options: EndpointOptions): EndpointAddress {
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    throw new FuxiError("configuration-invalid", "The address of the endpoint cannot be read.", {
      hint: "Write it as https://host/sparql.",
    });
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url: url.href,
    auth: options.auth ?? (user === "" ? undefined : { type: "basic", user, password }),
  };
}
