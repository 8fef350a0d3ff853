import {
  type Answer,
  errorResponses,
  errorSchema,
  type Operation,
  problemName,
  type Schema,
  sharedParameters,
} from "./document.ts";
import { allOperations, allTags } from "./operations.ts";
import { componentSchemas } from "./schemas.ts";

/** The sample API as an OpenAPI 3.1 document; `serverUrl` without a trailing slash. */
export function cinemaApiDocument(serverUrl: string): object {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const operation of allOperations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method]: described(operation) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cinema catalogue",
      version: "1.0.0",
      summary: "Invented films, their people and awards, and the cinemas that show them.",
      description:
        "A catalogue of 5,240 films, none of them real, with people, studios, awards and readers' reviews, and the programme of a chain of cinemas. Most lists come in pages of twenty (`page`, `total_pages`, `total_results`). Reading is free; writing, and what lies under `/my`, needs a token. A query parameter that an operation does not know is an error.",
    },
    servers: [{ url: serverUrl }],
    tags: allTags,
    paths,
    components: {
      securitySchemes: {
        readerToken: { type: "http", scheme: "bearer", description: "The token of a reader." },
      },
      parameters: sharedParameters,
      responses: errorResponses,
      schemas: { ...componentSchemas, Error: errorSchema },
    },
  };
}

function described(operation: Operation): Schema {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.parameters.length === 0
      ? {}
      : {
          parameters: operation.parameters.map((parameter) =>
            typeof parameter === "string" ? { $ref: `#/components/parameters/${parameter}` } : parameter,
          ),
        }),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: operation.body } } } }),
    ...(operation.secured ? { security: [{ readerToken: [] }] } : {}),
    responses: {
      [String(operation.answer.status)]: answered(operation.answer),
      ...Object.fromEntries(
        operation.problems.map((status) => [
          String(status),
          { $ref: `#/components/responses/${problemName(status)}` },
        ]),
      ),
    },
  };
}

function answered({ description, headers, schema, mediaType = "application/json" }: Answer): Schema {
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
  };
}
