import { isObject } from "../../../../util/is-object.ts";
import type { Parameter } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { isList, memberOf, textOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import { readParameter } from "./read-parameter.ts";

/** What a list of parameters holds: those with a place in the request, and Swagger's that are or make the body. */
export interface ReadParameters {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Place[];
}

const BODY_PLACES = new Set(["body", "formData"]);

/** One list of `parameters`; the first of several with one name and place counts. */
export function readParameters(list: Place, reader: DocumentReader): ReadParameters {
  const parameters = new Map<string, Parameter>();
  const body: Place[] = [];
  if (list.value !== undefined && list.value !== null && !isList(list.value))
    reader.fault(list, `"parameters" must be a list and is ignored.`);
  for (const [, entry] of isList(list.value) ? childrenOf(list) : []) {
    const place = reader.follow(entry);
    if (place === undefined) continue;
    if (!isObject(place.value)) {
      reader.fault(entry, "This is no parameter and is ignored.");
      continue;
    }
    const name = textOf(memberOf(place.value, "name"));
    const where = memberOf(place.value, "in");
    if (typeof where === "string" && BODY_PLACES.has(where)) {
      if (reader.dialect !== "2.0")
        reader.fault(entry, `"in: ${where}" is Swagger 2.0; it is taken for a request body.`);
      body.push(place);
      continue;
    }
    if (name === undefined || name === "") {
      reader.fault(entry, "A parameter needs a name; this one is ignored.");
      continue;
    }
    const parameter = readParameter(place, name, reader);
    if (parameter === undefined) continue;
    const key = `${parameter.in} ${parameter.name}`;
    if (parameters.has(key))
      reader.fault(entry, `The parameter "${name}" (${parameter.in}) is declared twice; the first counts.`);
    else parameters.set(key, parameter);
  }
  return { parameters: [...parameters.values()], body };
}

/** An operation's parameters: its own in place of those of the whole path. */
export function allParameters(path: Place, operation: Place, reader: DocumentReader): ReadParameters {
  const common = readParameters(childOf(path, "parameters"), reader);
  const own = readParameters(childOf(operation, "parameters"), reader);
  const isOverridden = ({ name, in: place }: Parameter): boolean =>
    own.parameters.some((each) => each.name === name && each.in === place);
  return {
    parameters: [...common.parameters.filter((each) => !isOverridden(each)), ...own.parameters],
    body: own.body.length > 0 ? withCommonForm(common.body, own.body) : common.body,
  };
}

function withCommonForm(common: readonly Place[], own: readonly Place[]): readonly Place[] {
  const isForm = (place: Place): boolean => memberOf(place.value, "in") === "formData";
  if (!own.every(isForm)) return own;
  const names = new Set(own.map((place) => memberOf(place.value, "name")));
  return [...common.filter((place) => isForm(place) && !names.has(memberOf(place.value, "name"))), ...own];
}
