import { isObject } from "../../../../util/is-object.ts";
import type { Operation, Parameter, RequestBody, SecurityNeed, SecurityScheme } from "../api-document.ts";
import { type DocumentReader, referenceOf } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";
import { readBody, readResponses, readSwaggerBody } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { readSecurity } from "./read-security.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

interface WrittenOperation {
  readonly method: string;
  readonly path: string;
  /** The path item that the operation stands in. */
  readonly item: Place;
  readonly place: Place;
}

/** Every operation under `paths`; what is called back or announced (callbacks, webhooks) is none. */
export function readOperations(
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): readonly Operation[] {
  const operations = new Map<string, Operation>();
  const ids = new Set<string>();
  for (const [key, entry] of childrenOf(childOf(reader.root, "paths"))) {
    if (key.startsWith("x-") || !isObject(entry.value)) continue;
    for (const written of operationsIn(entry, key.startsWith("/") ? key : `/${key}`, reader)) {
      const { operationId, ...operation } = readOperation(written, schemes, reader);
      if (operations.has(operation.id)) continue;
      const isOwn = operationId !== undefined && !ids.has(operationId);
      operations.set(operation.id, isOwn ? { ...operation, operationId } : operation);
      if (isOwn) ids.add(operationId);
      else if (operationId !== undefined)
        reader.fault(written.place, `The operationId "${operationId}" is taken already; this one loses it.`);
    }
  }
  return [...operations.values()];
}

function* operationsIn(entry: Place, path: string, reader: DocumentReader): Generator<WrittenOperation> {
  const referred = referenceOf(entry) === undefined ? undefined : reader.follow(entry);
  // The path item's own members count before those of what it refers to.
  for (const item of referred === undefined ? [entry] : [entry, referred]) {
    const usual = childrenOf(item).filter(([key]) => METHODS.has(key.toLowerCase()));
    for (const [key, place] of [...usual, ...childrenOf(childOf(item, "additionalOperations"))]) {
      if (!isObject(place.value)) continue;
      const meant = reader.follow(place);
      if (meant !== undefined) yield { method: key.toUpperCase(), path, item, place: meant };
    }
  }
}

function readOperation(
  { method, path, item, place }: WrittenOperation,
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): Operation {
  const { value } = place;
  const all = readParameters(item, place, path, reader);
  const security = readSecurity(place, schemes, reader);
  const tags = memberOf(value, "tags");
  const operationId = textOf(memberOf(value, "operationId"))?.trim();
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
    parameters: withoutCredentials(all.parameters, security, schemes),
    ...(sent !== undefined && { body: sent }),
    responses: readResponses(place, reader),
    security,
    deprecated: truthOf(memberOf(value, "deprecated")) ?? false,
  };
}

function sentBody(
  method: string,
  body: RequestBody | undefined,
  place: Place,
  reader: DocumentReader,
): RequestBody | undefined {
  if (body === undefined || (method !== "GET" && method !== "HEAD")) return body;
  const isEmpty = body.contents.every(
    ({ schema: { properties } }) => isObject(properties) && Object.keys(properties).length === 0,
  );
  if (!isEmpty || body.required)
    reader.fault(place, `A ${method} request has no body by the rules of HTTP; it is left out.`);
  return undefined;
}

/** A key that is declared both as a parameter and as a credential is the configuration's to give, not the model's. */
function withoutCredentials(
  parameters: readonly Parameter[],
  security: readonly SecurityNeed[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): readonly Parameter[] {
  const keys = security.flatMap((need) => Object.keys(need)).map((name) => schemes.get(name));
  return parameters.filter(
    ({ name, in: where }) =>
      !keys.some((key) => key?.type === "apiKey" && key.name === name && key.in === where),
  );
}
