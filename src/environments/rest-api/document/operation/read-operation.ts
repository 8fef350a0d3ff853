import type { Operation, Parameter, RequestBody, SecurityNeed, SecurityScheme } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { isList, memberOf, textOf, truthOf } from "../reading/json-shape.ts";
import type { Place } from "../reading/place.ts";
import { matchPathParameters } from "./path-parameters.ts";
import { readBody } from "./read-body.ts";
import { allParameters } from "./read-parameters.ts";
import { readResponses } from "./read-responses.ts";
import { readSecurity } from "./read-security.ts";
import { operationServers } from "./read-servers.ts";
import { readSwaggerBody } from "./read-swagger-body.ts";

/** `item` is the path item that the operation stands in. */
export function readOperation(
  { method, path, item, place }: WrittenOperation,
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): Operation {
  const { value } = place;
  const all = allParameters(item, place, reader);
  const security = readSecurity(place, schemes, reader);
  const tags = memberOf(value, "tags");
  const operationId = textOf(memberOf(value, "operationId"))?.trim();
  const parameters = matchPathParameters(path, all.parameters, place, reader);
  const body =
    readBody(place, reader) ?? (all.body.length > 0 ? readSwaggerBody(all.body, place, reader) : undefined);
  const sent = sentBody(method, body, place, reader);
  return {
    id: `${method} ${path}`,
    ...(operationId && { operationId }),
    method,
    path,
    summary: textOf(memberOf(value, "summary")) ?? textOf(memberOf(item.value, "summary")) ?? "",
    description: textOf(memberOf(value, "description")) ?? textOf(memberOf(item.value, "description")) ?? "",
    tags: isList(tags) ? tags.flatMap((tag) => textOf(tag) ?? []) : [],
    parameters: withoutCredentials(parameters, security, schemes, place, reader),
    ...(sent !== undefined && { body: sent }),
    responses: readResponses(place, reader),
    security,
    servers: operationServers(item, place, reader),
    deprecated: truthOf(memberOf(value, "deprecated")) ?? false,
  };
}

export interface WrittenOperation {
  readonly method: string;
  readonly path: string;
  readonly item: Place;
  readonly place: Place;
}

function sentBody(
  method: string,
  body: RequestBody | undefined,
  place: Place,
  reader: DocumentReader,
): RequestBody | undefined {
  if (body === undefined || (method !== "GET" && method !== "HEAD")) return body;
  const isEmpty = body.contents.every(({ schema }) => {
    const properties = schema["properties"];
    return typeof properties === "object" && properties !== null && Object.keys(properties).length === 0;
  });
  if (!isEmpty || body.required)
    reader.fault(place, `A ${method} request has no body by the rules of HTTP; it is left out.`);
  return undefined;
}

/** A key that is declared both as a parameter and as a credential is the configuration's to give, not the model's. */
function withoutCredentials(
  parameters: readonly Parameter[],
  security: readonly SecurityNeed[],
  schemes: ReadonlyMap<string, SecurityScheme>,
  place: Place,
  reader: DocumentReader,
): readonly Parameter[] {
  const keys = security.flatMap((need) => Object.keys(need)).map((name) => schemes.get(name));
  return parameters.filter(({ name, in: where }) => {
    const isKey = keys.some((key) => key?.type === "apiKey" && key.name === name && key.in === where);
    if (isKey) reader.fault(place, `"${name}" is a credential and is sent from the configuration.`);
    return !isKey;
  });
}
