/** Something that a person named on the command line, recognised. */
export type Target =
  | { readonly type: "sqlite-file"; readonly path: string; readonly name: string }
  | { readonly type: "duckdb-file"; readonly path: string; readonly name: string }
  | { readonly type: "rdf-file"; readonly path: string; readonly name: string }
  | { readonly type: "postgres-url"; readonly url: string; readonly name: string; readonly host: string }
  | { readonly type: "sparql-endpoint"; readonly url: string; readonly name: string; readonly host: string }
  /** An OpenAPI or Swagger document, in a file or at a URL. */
  | { readonly type: "api-document"; readonly source: string; readonly name: string }
  | { readonly type: "sample"; readonly name: string };
