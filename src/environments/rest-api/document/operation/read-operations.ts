import { isObject } from "../../../../util/is-object.ts";
import type { Operation, Parameter, RequestBody, SecurityNeed, SecurityScheme } from "../api-document.ts";
import { type DocumentReader, referenceOf } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";
import { readBody, readResponses, readSwaggerBody } from "./read-body.ts";
import { allParameters, matchPathParameters } from "./read-parameters.ts";
import { readSecurity } from "./read-security.ts";
import { operationServers } from "./read-servers.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
const OTHER_KEYS = new Set(["$ref", "summary", "description", "servers", "parameters"]);

/** Every operation under `paths`; what is called back or announced (callbacks, webhooks) is none. */
export function readOperations(
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): readonly Operation[] {
  const paths = childOf(reader.root, "paths");
  const operations = new Map<string, Operation>();
  const ids = new Map<string, string>();
  const templates = new Map<string, string>();
  for (const [key, entry] of isObject(paths.value) ? childrenOf(paths) : []) {
    if (key.startsWith("x-")) continue;
    const path = pathOf(key, entry, reader);
    const template = path.replace(/\{[^{}]*\}/gu, "{}");
    const namesake = templates.get(template);
    if (namesake !== undefined && namesake !== path)
      reader.fault(entry, `The path is the same as ${namesake} but for its parameters' names.`);
    templates.set(template, path);
    for (const written of operationsIn(entry, path, reader)) {
      const operation = readOperation(written, schemes, reader);
      if (operations.has(operation.id))
        reader.fault(written.place, `${operation.id} is there twice; the first counts.`);
      else operations.set(operation.id, withOwnId(operation, ids, written.place, reader));
    }
  }
  return [...operations.values()];
}

function pathOf(key: string, entry: Place, reader: DocumentReader): string {
  if (/[?#]/u.test(key))
    reader.fault(entry, `A path has no "?" or "#"; requests to it may not arrive as meant.`);
  if (key.startsWith("/")) return key;
  reader.fault(entry, `A path must start with "/"; it is taken for "/${key}".`);
  return `/${key}`;
}

function* operationsIn(entry: Place, path: string, reader: DocumentReader): Generator<WrittenOperation> {
  const items = itemsOf(entry, reader);
  const done = new Set<string>();
  for (const item of items) {
    const additional = childrenOf(childOf(item, "additionalOperations"));
    for (const [key, place] of [...childrenOf(item), ...additional]) {
      const isAdditional = additional.some(([name]) => name === key);
      const method = key.toLowerCase();
      if (!isAdditional && !METHODS.has(method)) {
        if (!OTHER_KEYS.has(key) && !key.startsWith("x-") && key !== "additionalOperations")
          reader.fault(place, `"${key}" is no method and is ignored.`);
        continue;
      }
      if (!isObject(place.value)) {
        if (place.value !== null) reader.fault(place, `"${key}" holds no operation and is ignored.`);
        continue;
      }
      if (!isAdditional && key !== method)
        reader.fault(place, `Methods are written in small letters: "${method}", not "${key}".`);
      if (done.has(method)) continue;
      done.add(method);
      // An operation by reference is not foreseen, and is written all the same.
      const meant = reader.follow(place);
      if (meant !== undefined) yield { method: key.toUpperCase(), path, item, place: meant };
    }
  }
}

/** A path item and what it refers to; its own members count first. */
function itemsOf(entry: Place, reader: DocumentReader): readonly Place[] {
  if (!isObject(entry.value)) {
    if (entry.value !== null) reader.fault(entry, "This is no path item and is ignored.");
    return [];
  }
  if (referenceOf(entry) === undefined) return [entry];
  const meant = reader.follow(entry);
  return meant === undefined ? [entry] : [entry, meant];
}

function withOwnId(
  operation: Operation,
  ids: Map<string, string>,
  place: Place,
  reader: DocumentReader,
): Operation {
  const { operationId, ...rest } = operation;
  if (operationId === undefined) return operation;
  const holder = ids.get(operationId);
  if (holder === undefined) {
    ids.set(operationId, operation.id);
    return operation;
  }
  reader.fault(place, `The operationId "${operationId}" belongs to ${holder} already; this one loses it.`);
  return rest;
}

/** `item` is the path item that the operation stands in. */
function readOperation(
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

interface WrittenOperation {
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
