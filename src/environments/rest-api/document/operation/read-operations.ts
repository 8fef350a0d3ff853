import { isObject } from "../../../../util/is-object.ts";
import type { SecurityNeed, SecurityScheme } from "../../../http/http-message.ts";
import type { ApiDocument, Operation, Parameter, RequestBody } from "../api-document.ts";
import { type DocumentReader, referenceOf } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";
import { readBody, readParameters, readResponses, readSwaggerBody } from "./read-parameters.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

interface WrittenOperation {
  readonly method: string;
  readonly path: string;
  /** The path item that the operation stands in. */
  readonly item: Place;
  readonly place: Place;
}

/** Reads every operation under `paths`. Callbacks and webhooks are not read. */
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
  // The path item's own members take precedence over those of the path item it refers to.
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

/** Drops parameters that are also declared as credentials: the configuration supplies them, not the model. */
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

export function readSecuritySchemes(reader: DocumentReader): Map<string, SecurityScheme> {
  const { root } = reader;
  const holders = [
    childOf(childOf(root, "components"), "securitySchemes"),
    childOf(root, "securityDefinitions"),
  ];
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, entry] of holders.flatMap(childrenOf)) {
    const place = reader.follow(entry);
    if (place === undefined || !isObject(place.value) || schemes.has(name)) continue;
    schemes.set(name, readScheme(place));
  }
  return schemes;
}

/** Security of the operation, else of the document. Undeclared schemes become schemes of type `other`. */
function readSecurity(
  operation: Place,
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): readonly SecurityNeed[] {
  const own = childOf(operation, "security");
  const place = own.value === undefined || own.value === null ? childOf(reader.root, "security") : own;
  return childrenOf(place).flatMap(([, need]): readonly SecurityNeed[] => {
    if (!isObject(need.value)) return [];
    const entries = childrenOf(need).map(([name, scopes]): readonly [string, readonly string[]] => {
      if (!schemes.has(name)) {
        reader.fault(need, `The security scheme "${name}" is not declared; its credentials cannot be sent.`);
        schemes.set(name, { type: "other", description: "The document does not say what this is." });
      }
      return [name, isList(scopes.value) ? scopes.value.filter((scope) => typeof scope === "string") : []];
    });
    return [Object.fromEntries(entries)];
  });
}

function readScheme(place: Place): SecurityScheme {
  const { value } = place;
  const description = textOf(memberOf(value, "description")) ?? "";
  const type = textOf(memberOf(value, "type"))?.toLowerCase();
  const scheme = textOf(memberOf(value, "scheme"))?.toLowerCase();
  if (type === "basic" || (type === "http" && scheme === "basic")) return { type: "basic", description };
  if (type === "http" && scheme === "bearer") return { type: "bearer", description };
  if (type === "oauth2") return oauth2(place, description);
  if (type === "apikey") {
    const name = textOf(memberOf(value, "name"));
    const where = (["query", "header", "cookie"] as const).find((each) => each === memberOf(value, "in"));
    if (name !== undefined && where !== undefined) return { type: "apiKey", name, in: where, description };
  }
  return { type: "other", description: description || [type, scheme].filter(Boolean).join(" ") };
}

function oauth2(place: Place, description: string): SecurityScheme {
  const flows = childrenOf(childOf(place, "flows"));
  const byName = flows.find(([name]) => name === "clientCredentials")?.[1];
  const swagger = memberOf(place.value, "flow") === "application" ? place : undefined;
  const tokenUrl = textOf(memberOf((byName ?? swagger)?.value, "tokenUrl"));
  const holders = byName !== undefined ? [byName] : [...flows.map(([, flow]) => flow), place];
  const scopes = holders.flatMap((holder) => childrenOf(childOf(holder, "scopes")).map(([name]) => name));
  return {
    type: "oauth2",
    description,
    ...(tokenUrl !== undefined && { tokenUrl }),
    scopes: [...new Set(scopes)],
  };
}

/** Server addresses, with variables filled with their defaults. */
function readServers(root: Place): readonly string[] {
  return childrenOf(childOf(root, "servers")).flatMap(([, place]) => {
    const template = textOf(memberOf(place.value, "url"))?.trim();
    const variables = childOf(place, "variables");
    return (
      template?.replace(/\{([^{}]*)\}/gu, (whole, name: string) => {
        const { value } = childOf(variables, name);
        if (value === undefined) return whole;
        const values = memberOf(value, "enum");
        return textOf(memberOf(value, "default")) ?? (isList(values) ? textOf(values[0]) : undefined) ?? "";
      }) ?? []
    );
  });
}

/** The servers that the document names, else the address it came from. */
export function documentServers(reader: DocumentReader, source: string | undefined): readonly string[] {
  if (reader.dialect === "2.0") return swaggerServers(reader, source);
  const servers = readServers(reader.root);
  return servers.length > 0 ? servers : ["/"];
}

function swaggerServers({ root }: DocumentReader, source: string | undefined): readonly string[] {
  const found = source === undefined ? null : URL.parse(source);
  const isWeb = found !== null && /^https?:$/u.test(found.protocol);
  const host = textOf(memberOf(root.value, "host")) ?? (isWeb ? found.host : undefined);
  const path = textOf(memberOf(root.value, "basePath")) ?? "/";
  const base = path.startsWith("/") ? path : `/${path}`;
  if (host === undefined) return [base];
  const given = memberOf(root.value, "schemes");
  const schemes = isList(given) ? given.filter((each) => each === "https" || each === "http") : [];
  const used = schemes.length > 0 ? schemes : [isWeb ? found.protocol.slice(0, -1) : "https"];
  return used
    .toSorted()
    .toReversed()
    .map((scheme) => `${scheme}://${host.replace(/\/+$/u, "")}${base}`);
}

export function readInfo(reader: DocumentReader): Pick<ApiDocument, "title" | "version" | "description"> {
  const { value } = childOf(reader.root, "info");
  if (!isObject(value)) reader.fault(reader.root, `"info" is missing; the API has no title.`);
  const title = textOf(memberOf(value, "title"))?.trim();
  return {
    title: title || reader.root.file.name,
    version: textOf(memberOf(value, "version")) ?? "",
    description: textOf(memberOf(value, "description")) ?? textOf(memberOf(value, "summary")) ?? "",
  };
}

export function readTags(reader: DocumentReader): ApiDocument["tags"] {
  return childrenOf(childOf(reader.root, "tags")).flatMap(([, { value }]) => {
    const name = textOf(memberOf(value, "name"));
    return name === undefined
      ? []
      : [{ name, description: textOf(memberOf(value, "description"))?.trim() ?? "" }];
  });
}
