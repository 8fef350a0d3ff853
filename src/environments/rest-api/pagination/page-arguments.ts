import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { followed, membersOf, type Schemas, typesOf } from "../document/schema-view.ts";
import { type HttpRequest, withQuery } from "../http/http-message.ts";

/** A parameter of the query, or a member of a JSON body. */
export interface PageArgument {
  readonly name: string;
  readonly in: "query" | "body";
  readonly numeric: boolean;
  readonly default: Json | undefined;
  readonly minimum: number | undefined;
}

/** The arguments of a request that can say which page is wanted. */
export interface PageArguments {
  readonly all: readonly PageArgument[];
  /** What the request says; undefined where it says nothing. */
  value(argument: PageArgument): string | undefined;
  /** The request with another value for an argument. */
  with(argument: PageArgument, value: string | number): HttpRequest;
}

export function pageArguments(
  request: HttpRequest,
  operation: Operation,
  document: ApiDocument,
): PageArguments {
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => argumentOf(name, "query", schema, document.schemas));
  const body = jsonBody(request);
  const members =
    body === undefined ? [] : membersOf(operation.body?.contents[0]?.schema, document.schemas).list;
  const inBody = members.map((member) => argumentOf(member.name, "body", member.schema, document.schemas));
  return {
    all: [...inQuery, ...inBody],
    value({ name, in: place }) {
      if (place === "query") return new URL(request.url).searchParams.get(name) ?? undefined;
      const value = body?.[name];
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    },
    with({ name, in: place }, value) {
      if (place === "query") return { ...request, url: withQuery(request.url, name, String(value)) };
      return { ...request, body: { kind: "text", text: JSON.stringify({ ...body, [name]: value }) } };
    },
  };
}

function argumentOf(name: string, place: PageArgument["in"], node: Json, schemas: Schemas): PageArgument {
  const schema = followed(node, schemas);
  const types = typesOf(node, schemas);
  return {
    name,
    in: place,
    numeric: types.length === 0 || types.includes("integer") || types.includes("number"),
    default: schema.default,
    minimum: typeof schema.minimum === "number" ? schema.minimum : undefined,
  };
}

/** A JSON body; `{}` where a body could be sent and none is. */
function jsonBody({ method, headers, body }: HttpRequest): JsonObject | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  if (body?.kind !== "text" || !/json/iu.test(headers["content-type"] ?? "")) return undefined;
  try {
    const value = JSON.parse(body.text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
