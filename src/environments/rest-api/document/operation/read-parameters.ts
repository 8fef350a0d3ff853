import { isObject } from "../../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../../util/json.ts";
import { PARAMETER_PLACES, type Parameter, type ParameterPlace, type Schema } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";

/** Headers that are no parameters by the specification: the body and the credentials decide on them. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);

const NO_PARAMETER = Symbol("no parameter");

/** Read once for each place where it is written, whoever refers to it. */
const known = new WeakMap<DocumentReader, WeakMap<object, Parameter | typeof NO_PARAMETER>>();

function readParameter(place: Place, name: string, reader: DocumentReader): Parameter | undefined {
  let all = known.get(reader);
  if (all === undefined) {
    all = new WeakMap();
    known.set(reader, all);
  }
  const value = place.value as JsonObject;
  const parameter = all.get(value) ?? read(place, value, name, reader) ?? NO_PARAMETER;
  all.set(value, parameter);
  return parameter === NO_PARAMETER ? undefined : parameter;
}

function read(place: Place, value: JsonObject, name: string, reader: DocumentReader): Parameter | undefined {
  const written = memberOf(value, "in");
  const where = PARAMETER_PLACES.find((each) => each === written);
  if (where === undefined) {
    reader.fault(place, `The parameter "${name}" is in no known place ("in"); it is ignored.`);
    return undefined;
  }
  if (where === "header" && OWN_HEADERS.has(name.toLowerCase())) {
    if (name.toLowerCase() === "authorization")
      reader.fault(place, "Credentials are no parameter; Authorization is sent from the configuration.");
    return undefined;
  }
  const required = truthOf(memberOf(value, "required")) ?? false;
  if (where === "path" && !required)
    reader.fault(place, `The path parameter "${name}" must be marked as required; it is taken so.`);
  const content = contentOf(place);
  return {
    name,
    in: where,
    required: required || where === "path",
    description: textOf(memberOf(value, "description")) ?? "",
    schema: schemaOf(place, content, reader),
    ...styleOf(place, where, reader),
    allowReserved: truthOf(memberOf(value, "allowReserved")) ?? false,
    ...(content !== undefined && { mediaType: content[0] }),
    deprecated: truthOf(memberOf(value, "deprecated")) ?? false,
  };
}

function contentOf(place: Place): readonly [string, Place] | undefined {
  return childrenOf(childOf(place, "content"))[0];
}

function schemaOf(
  place: Place,
  content: readonly [string, Place] | undefined,
  reader: DocumentReader,
): Schema {
  const schema = childOf(place, "schema");
  if (schema.value !== undefined) return reader.schema(schema);
  if (content !== undefined) return reader.schema(childOf(content[1], "schema"));
  const inline = inlineSchema(place);
  const isGiven = isObject(inline.value) && Object.keys(inline.value).length > 0;
  if (reader.dialect !== "2.0")
    reader.fault(
      place,
      isGiven
        ? `The type stands beside the parameter's name; it belongs into "schema".`
        : "The parameter has no schema; anything is accepted.",
    );
  return reader.schema(inline);
}

function styleOf(
  place: Place,
  where: Parameter["in"],
  reader: DocumentReader,
): Pick<Parameter, "style" | "explode"> {
  const { value } = place;
  const isCollection = memberOf(value, "type") === "array" && memberOf(value, "schema") === undefined;
  if (isCollection && (reader.dialect === "2.0" || memberOf(value, "collectionFormat") !== undefined))
    return collectionStyle(where, memberOf(value, "collectionFormat"));
  const explode = truthOf(memberOf(value, "explode"));
  const { wrong, ...style } = parameterStyle(where, memberOf(value, "style"), explode);
  if (wrong !== undefined)
    reader.fault(
      childOf(place, "style"),
      `The style "${wrong}" does not fit a ${where} parameter; "${style.style}" is used.`,
    );
  return style;
}

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

/** Parameters so that those of the path are exactly those of its template. */
export function matchPathParameters(
  path: string,
  parameters: readonly Parameter[],
  operation: Place,
  reader: DocumentReader,
): readonly Parameter[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1] ?? ""));
  const declared = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const missing = new Set([...names].filter((name) => !declared.has(name)));
  const kept = parameters.flatMap((parameter): readonly Parameter[] => {
    const { name } = parameter;
    if (parameter.in !== "path" || names.has(name)) return [parameter];
    const meant = [...missing].find((each) => each.toLowerCase() === name.toLowerCase());
    if (meant === undefined) {
      reader.fault(operation, `The path has no place for the parameter "${name}"; it is ignored.`);
      return [];
    }
    missing.delete(meant);
    reader.fault(operation, `The parameter "${name}" is written "${meant}" in the path; that is used.`);
    return [{ ...parameter, name: meant }];
  });
  const added = [...missing].map((name): Parameter => {
    reader.fault(operation, `The path's parameter "${name}" is not declared; it is taken for a text.`);
    return {
      name,
      in: "path",
      required: true,
      description: "",
      schema: { type: "string" },
      style: "simple",
      explode: false,
      allowReserved: false,
      deprecated: false,
    };
  });
  return [...added, ...kept];
}

const KEYS = new Set([
  ...["type", "format", "items", "default", "enum", "pattern", "multipleOf", "uniqueItems"],
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "maxLength", "minLength"],
  ...["maxItems", "minItems", "nullable", "x-nullable"],
]);

/** The schema that stands among a parameter's own members, as in Swagger 2.0. */
export function inlineSchema(place: Place): Place {
  if (!isObject(place.value)) return place;
  const entries = Object.entries(place.value).filter(([key]) => KEYS.has(key));
  return { ...place, value: Object.fromEntries(entries) };
}

type Style = Parameter["style"];

const ALLOWED: Readonly<Record<ParameterPlace, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const BY_COLLECTION_FORMAT: Readonly<Record<string, Style>> = {
  csv: "form",
  ssv: "spaceDelimited",
  tsv: "tabDelimited",
  pipes: "pipeDelimited",
  multi: "form",
};

/** Style and explode of OpenAPI 3, with its defaults. `wrong` is a style that does not fit the place. */
export function parameterStyle(
  place: ParameterPlace,
  style: Json | undefined,
  explode: boolean | undefined,
): { readonly style: Style; readonly explode: boolean; readonly wrong?: string } {
  const allowed = ALLOWED[place];
  const usual = allowed[0] as Style;
  // 3.2 calls the cookie's own style so.
  const given = style === "cookie" && place === "cookie" ? "form" : style;
  const meant = allowed.find((each) => each === given);
  const used = meant ?? usual;
  return {
    style: used,
    explode: explode ?? (used === "form" || used === "deepObject"),
    ...(given !== undefined && meant === undefined && { wrong: String(given) }),
  };
}

/** What Swagger 2.0 calls `collectionFormat`, `csv` where nothing is said. */
export function collectionStyle(
  place: ParameterPlace,
  format: Json | undefined,
): { readonly style: Style; readonly explode: boolean } {
  const style = BY_COLLECTION_FORMAT[String(format ?? "csv")] ?? "form";
  const fits = ALLOWED[place].includes(style);
  return { style: fits ? style : (ALLOWED[place][0] as Style), explode: format === "multi" };
}
