import type { ApiDocument, Operation } from "../../src/environments/rest-api/document/api-document.ts";

/** Several documents as one; ids are `<name> GET /path`, and schemas are told apart in the same way. */
export function poolDocuments(documents: ReadonlyMap<string, ApiDocument>): ApiDocument {
  const [first] = documents.values();
  if (first === undefined) return { ...EMPTY };
  const schemas = new Map<string, ApiDocument["schemas"] extends ReadonlyMap<string, infer S> ? S : never>();
  const operations: Operation[] = [];
  for (const [name, document] of documents) {
    for (const [key, schema] of document.schemas) schemas.set(`${name}.${key}`, renamed(schema, name));
    for (const operation of document.operations)
      operations.push({ ...renamed(operation, name), id: `${name} ${operation.id}` });
  }
  return { ...first, title: [...documents.keys()].join(", "), operations, schemas };
}

function renamed<T>(value: T, name: string): T {
  if (Array.isArray(value)) return value.map((each: unknown) => renamed(each, name)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [
      key,
      key === "$ref" && typeof each === "string"
        ? each.replace("#/$defs/", `#/$defs/${name}.`)
        : renamed(each, name),
    ]),
  ) as T;
}

const EMPTY: ApiDocument = {
  format: "none",
  title: "",
  version: "",
  description: "",
  servers: [],
  operations: [],
  tags: [],
  securitySchemes: new Map(),
  schemas: new Map(),
  faults: [],
};
