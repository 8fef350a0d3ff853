import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import { PARAMETER_PLACES, type Parameter, type ParameterPlace } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";

/** Headers that are no parameters by the specification: the body and the credentials decide on them. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);
const BODY_PLACES = ["body", "formData"];

/** The parameters of an operation, its own in place of those of the whole path, and Swagger's that are or make the body. */
export function readParameters(
  item: Place,
  operation: Place,
  path: string,
  reader: DocumentReader,
): { readonly parameters: readonly Parameter[]; readonly body: readonly Place[] } {
  const own = written(childOf(operation, "parameters"), reader);
  const common = [...written(childOf(item, "parameters"), reader)].filter(([key]) => !own.has(key));
  const all = [...common, ...own].map(([, place]) => place);
  const isBody = ({ value }: Place): boolean => BODY_PLACES.includes(String(memberOf(value, "in")));
  const parameters = all.filter((place) => !isBody(place)).flatMap((place) => read(place, reader) ?? []);
  return { parameters: ofPath(path, parameters, operation, reader), body: all.filter(isBody) };
}

/** One list of `parameters` by place and name; the first of several counts. */
function written(list: Place, reader: DocumentReader): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  for (const [, entry] of isList(list.value) ? childrenOf(list) : []) {
    const place = reader.follow(entry);
    if (place === undefined) continue;
    const name = textOf(memberOf(place.value, "name")) ?? "";
    const key = `${textOf(memberOf(place.value, "in"))} ${name}`;
    if (name === "") reader.fault(entry, "A parameter needs a name; this one is ignored.");
    else if (found.has(key))
      reader.fault(entry, `The parameter "${name}" is declared twice; the first counts.`);
    else found.set(key, place);
  }
  return found;
}

function read(place: Place, reader: DocumentReader): Parameter | undefined {
  const { value } = place;
  const name = textOf(memberOf(value, "name")) ?? "";
  const where = PARAMETER_PLACES.find((each) => each === memberOf(value, "in"));
  if (where === undefined) {
    reader.fault(place, `The parameter "${name}" is in no known place ("in"); it is ignored.`);
    return undefined;
  }
  if (where === "header" && OWN_HEADERS.has(name.toLowerCase())) return undefined;
  const [content] = childrenOf(childOf(place, "content"));
  const schema = childOf(place, "schema");
  const inContent = content && childOf(content[1], "schema");
  return {
    name,
    in: where,
    required: where === "path" || truthOf(memberOf(value, "required")) === true,
    description: textOf(memberOf(value, "description")) ?? "",
    schema: reader.schema(schema.value === undefined ? (inContent ?? inlineSchema(place)) : schema),
    ...styleOf(place, where, reader),
    allowReserved: truthOf(memberOf(value, "allowReserved")) ?? false,
    ...(content !== undefined && { mediaType: content[0] }),
    deprecated: truthOf(memberOf(value, "deprecated")) ?? false,
  };
}

/** Parameters so that those of the path are exactly those of its template. */
function ofPath(
  path: string,
  parameters: readonly Parameter[],
  operation: Place,
  reader: DocumentReader,
): readonly Parameter[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/gu)].map((match) => match[1] ?? ""));
  const kept = parameters.filter(({ name, in: where }) => {
    if (where !== "path" || names.delete(name)) return true;
    reader.fault(operation, `The path has no place for the parameter "${name}"; it is ignored.`);
    return false;
  });
  const added = [...names].map((name): Parameter => {
    reader.fault(operation, `The path's parameter "${name}" is not declared; it is taken for a text.`);
    return {
      ...{ name, in: "path", required: true, description: "", schema: { type: "string" } },
      ...{ style: "simple", explode: false, allowReserved: false, deprecated: false },
    };
  });
  return [...added, ...kept];
}

const NO_SCHEMA = [
  "name",
  "in",
  "description",
  "required",
  "style",
  "explode",
  "collectionFormat",
  "example",
];

/** The schema that stands among a parameter's own members, as in Swagger 2.0. */
export function inlineSchema(place: Place): Place {
  if (!isObject(place.value)) return place;
  const entries = Object.entries(place.value).filter(([key]) => !NO_SCHEMA.includes(key));
  return { ...place, value: Object.fromEntries(entries) };
}

type Style = Parameter["style"];

const STYLES: Readonly<Record<ParameterPlace, readonly [Style, ...Style[]]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const BY_COLLECTION_FORMAT: Readonly<Record<string, Style>> = {
  ssv: "spaceDelimited",
  tsv: "tabDelimited",
  pipes: "pipeDelimited",
};

function styleOf(
  place: Place,
  where: ParameterPlace,
  reader: DocumentReader,
): Pick<Parameter, "style" | "explode"> {
  const { value } = place;
  if (reader.dialect === "2.0" && memberOf(value, "type") === "array")
    return collectionStyle(where, memberOf(value, "collectionFormat"));
  const [usual] = STYLES[where];
  const style = STYLES[where].find((each) => each === memberOf(value, "style")) ?? usual;
  const explode = truthOf(memberOf(value, "explode"));
  return { style, explode: explode ?? (style === "form" || style === "deepObject") };
}

/** What Swagger 2.0 calls `collectionFormat`, `csv` where nothing is said. */
export function collectionStyle(
  place: ParameterPlace,
  format: Json | undefined,
): { readonly style: Style; readonly explode: boolean } {
  const [usual] = STYLES[place];
  const style = BY_COLLECTION_FORMAT[String(format)] ?? usual;
  return { style: STYLES[place].includes(style) ? style : usual, explode: format === "multi" };
}
