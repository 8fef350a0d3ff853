import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Environment } from "../../../environment/environment.ts";
import type { ApiDocument, Operation } from "../../../environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../environments/rest-api/document/load-document.ts";
import {
  followed,
  listOf,
  type Schemas,
  typesOf,
} from "../../../environments/rest-api/document/schema-view.ts";
import { createOperationIndex } from "../../../environments/rest-api/operation-index.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { openEnvironments } from "../../open-environments.ts";
import type { OpenOptions } from "../../open-options.ts";

/** Deeper levels of schemas that hold themselves are left out. */
const DEEPEST = 8;
const ITEMS = 2;

/** Properties that hold what things are called. */
const NAMING = /(?:^|_)(?:name|title)$/u;
const IDENTIFYING = /(?:^|_)id$/iu;
/** Each list is told as being all there is. */
const COUNTING = /^total(?:_(?:results|count|items))?$/u;
const FURTHER = /^(?:next|prev(?:ious)?)(?:_|$)/u;

interface Place {
  readonly schemas: Schemas;
  /** Names from the top, without the numbers of items. */
  readonly path: readonly string[];
  /** Place among the items of the nearest list. */
  readonly item: number;
  /** What was searched for. */
  readonly searched: string | undefined;
}

/**
 * A value as a schema declares it, all its properties with it: the same each time, made up of the properties' names and nothing in the document that
 * looks like data. Things that were searched for by a text are called by it.
 */
function typedValue(node: Json | undefined, place: Place): Json {
  const { schemas, path, item } = place;
  const schema = followed(node, schemas);
  const [first = schema.const] = listOf(schema["enum"]);
  if (first !== undefined) return first;
  const [type] = typesOf(schema, schemas).filter((each) => each !== "null");
  const name = path.at(-1) ?? "value";
  // Numbers of identifiers are long, so that they are told from counts.
  const id = 10_000 + (numberFor(path.join(".")) % 90_000) + item;
  switch (type) {
    case "integer":
    case "number":
      if (COUNTING.test(name)) return ITEMS;
      return IDENTIFYING.test(name) ? id : 1 + item;
    case "boolean":
      return true;
    case "array":
      if (path.length > DEEPEST) return [];
      return Array.from({ length: ITEMS }, (_, at) => typedValue(schema.items, { ...place, item: at }));
    case "object":
      return objectOf(path.length > DEEPEST ? {} : propertiesOf(schema, schemas), place);
    case "string":
      if (FURTHER.test(name)) return "";
      if (schema["format"] === "date" || schema["format"] === "date-time") return "2020-02-29";
      if (IDENTIFYING.test(name)) return `id${id}`;
      return (NAMING.test(name) && item === 0 && place.searched) || `${name} ${item + 1}`;
    default:
      return type === undefined && path.length === 0 ? {} : null;
  }
}

function objectOf(properties: JsonObject, place: Place): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [
      name,
      typedValue(node, { ...place, path: [...place.path, name] }),
    ]),
  );
}

/** Of the schema and all parts of it; of alternatives, the first. */
function propertiesOf(node: Json | undefined, schemas: Schemas, depth = 0): JsonObject {
  const schema = followed(node, schemas);
  if (depth > DEEPEST) return {};
  const any = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].slice(0, 1);
  const parts = [...listOf(schema["allOf"]), ...any].map((part) => propertiesOf(part, schemas, depth + 1));
  return Object.assign({}, ...parts, isObject(schema.properties) ? schema.properties : {}) as JsonObject;
}

/** FNV-1a, 32 bits. */
function numberFor(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

interface TypedAnswers {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Parameters whose text is what is searched for. */
const SEARCHING = ["query", "q", "search", "name", "text"];

/**
 * Serves a document's operations on a port of this machine with made-up answers of the declared types; nothing is kept, and nothing is sent anywhere
 * else. What is no operation of the document is answered with 404.
 */
async function serveTypedAnswers(document: ApiDocument): Promise<TypedAnswers> {
  const operations = createOperationIndex(document.operations);
  const server = createServer((request, response) => {
    // What was sent is read to its end and not looked at.
    request.resume().on("end", () => answer(request, response));
  });
  const answer = ({ method, url = "/" }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const found = operations.find(`${method} ${pathname}`);
    if (found === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: `${method} ${pathname} is no operation of the document.` }));
      return;
    }
    const searched = SEARCHING.map((name) => searchParams.get(name)).find(
      (text) => text !== null && text !== "",
    );
    send(found.operation, searched ?? undefined, document, response);
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(
  { responses, method }: Operation,
  searched: string | undefined,
  document: ApiDocument,
  response: ServerResponse,
): void {
  const good = responses.find(({ status }) => /^2/u.test(status));
  const status = /^\d{3}$/u.test(good?.status ?? "") ? Number(good?.status) : 200;
  if (good?.schema === undefined || status === 204) {
    response.writeHead(good === undefined ? 200 : status).end();
    return;
  }
  const body = JSON.stringify(
    typedValue(good.schema, { schemas: document.schemas, path: [], item: 0, searched }),
  );
  response.writeHead(status, { "content-type": "application/json" });
  response.end(method === "HEAD" ? undefined : body);
}

/**
 * Opens an API document with a server of made-up answers behind it (`Place.answers`), for as long as the environments are open. Any operation may be
 * called, since none has an effect.
 * @throws FuxiError of `loadDocument` and `openEnvironments`
 */
export async function openTypedApi(target: string, options: OpenOptions): Promise<readonly Environment[]> {
  const document = await loadDocument(target, { signal: options.signal });
  const server = await serveTypedAnswers(document);
  // Nobody's credentials are wanted here: those of the document are for its own server.
  const env = { NOBODY: "Bearer nobody" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable's name as configurations write it.
  const header = ["authorization: ${NOBODY}"];
  const ownServer = { ...options.api, server: server.url, allow: ["*"], header };
  try {
    const environments = await openEnvironments([target], { ...options, env, api: ownServer });
    return environments.map((environment) => ({
      ...environment,
      close: async () => {
        await environment.close();
        await server.close();
      },
    }));
  } catch (error) {
    await server.close();
    throw error;
  }
}
