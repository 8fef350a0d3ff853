import type { PrivacyRules } from "../../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { LabelSearch } from "../../triple-store/triple-store.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** Credentials for an endpoint. They stand in no output and no error. */
export type EndpointAuth =
  | { readonly type: "basic"; readonly user: string; readonly password: string }
  | { readonly type: "bearer"; readonly token: string }
  /** An API key in a header of its own. */
  | { readonly type: "header"; readonly name: string; readonly value: string };

/** How names are looked for: by the search of a known engine, by whole names only (`exact`), or by a search of your own. */
export type EndpointLabelSearch = "auto" | "virtuoso" | "wikidata" | "exact" | LabelSearch;

/** A SPARQL endpoint, and how it is asked. */
export interface EndpointOptions {
  /** `https://host/sparql`. A user and password in it are taken as basic authentication and never shown. */
  readonly url: string;
  /** Without one, `rdfs:label`, `skos:prefLabel`, `rdf:type` and `rdfs:subClassOf` in English or without a language. */
  readonly vocabulary?: Vocabulary;
  /** How it is called in outputs; the host's name otherwise. */
  readonly name?: string;
  /** None unless given. */
  readonly auth?: EndpointAuth;
  /** Sent with every request; their values are not shown in errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** IRIs of the graphs that are asked as one (`default-graph-uri`). Without any, what the server takes for its default. */
  readonly defaultGraphs?: readonly string[];
  /** IRIs of graphs that `GRAPH` may name (`named-graph-uri`). */
  readonly namedGraphs?: readonly string[];
  /** "auto" looks at what the engine is. */
  readonly labelSearch?: EndpointLabelSearch;
  /** "auto" posts a form, and gets where that is refused. */
  readonly method?: "auto" | "GET" | "POST";
  /** Where Wikidata's `wbsearchentities` is asked (`https://www.wikidata.org/w/api.php`). */
  readonly searchUrl?: string;
  /** Requests at the same time (4). */
  readonly concurrency?: number;
  /** Larger answers are refused as "too-large" (64 MiB). */
  readonly maxBytes?: number;
  /**
   * What may be seen of it, as `OpenEmbeddedStoreOptions.privacy`. All predicates and classes are listed when it is opened, and what was not there then does
   * not exist; names are found by whole names only.
   */
  readonly privacy?: PrivacyRules;
  /** Ends opening. */
  readonly signal: AbortSignal;
}

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
  const own = auth && authentication(auth);
  const headers = { ...options.headers, ...own?.headers };
  return { url: url.href, headers, secrets: [...Object.values(headers), ...(own?.secrets ?? [])] };
}

function authentication(auth: EndpointAuth): Pick<EndpointAddress, "headers" | "secrets"> {
  switch (auth.type) {
    case "basic": {
      const coded = Buffer.from(`${auth.user}:${auth.password}`).toString("base64");
      return { headers: { authorization: `Basic ${coded}` }, secrets: [auth.password, coded] };
    }
    case "bearer":
      return { headers: { authorization: `Bearer ${auth.token}` }, secrets: [auth.token] };
    case "header":
      return { headers: { [auth.name]: auth.value }, secrets: [auth.value] };
  }
}
