import { isObject } from "../../../../util/is-object.ts";
import type { Operation, SecurityScheme } from "../api-document.ts";
import { type DocumentReader, referenceOf } from "../document-reader.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import { readOperation, type WrittenOperation } from "./read-operation.ts";

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
