/** What can be named as a target, for hints. */
export const SUPPORTED_TARGETS =
  "Fuxi opens SQLite files (./shop.sqlite), DuckDB files (./shop.duckdb), data files and folders of them (./sales.csv, .tsv, .json, .ndjson, .xlsx, .parquet; './data/*.csv'), PostgreSQL URLs (postgres://user@host/db), MySQL and MariaDB URLs (mysql://user@host/db), RDF files (.nt, .ttl, .nq, .trig, .rdf, .jsonld, delimited triples; .gz), SPARQL endpoints (https://host/sparql), OpenAPI and Swagger documents (./openapi.yaml, https://host/openapi.json), sample:cinema, sample:cinema-kb and sample:cinema-api.";
