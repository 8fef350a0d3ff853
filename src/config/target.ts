/** Something that a person named on the command line, recognised. */
export type Target =
  | { readonly type: "sqlite-file"; readonly path: string; readonly name: string }
  | { readonly type: "duckdb-file"; readonly path: string; readonly name: string }
  /** CSV, JSON, Excel and Parquet files, each a table of one database; the files of a group are one table where their columns are the same. */
  | {
      readonly type: "data-files";
      readonly files: readonly string[];
      readonly groups: readonly { readonly name: string; readonly files: readonly string[] }[];
      readonly name: string;
    }
  | { readonly type: "rdf-file"; readonly path: string; readonly name: string }
  | { readonly type: "postgres-url"; readonly url: string; readonly name: string; readonly host: string }
  /** MySQL or MariaDB. */
  | { readonly type: "mysql-url"; readonly url: string; readonly name: string; readonly host: string }
  | { readonly type: "sparql-endpoint"; readonly url: string; readonly name: string; readonly host: string }
  /** An OpenAPI or Swagger document, in a file or at a URL. */
  | { readonly type: "api-document"; readonly source: string; readonly name: string }
  | { readonly type: "sample"; readonly name: string };
