import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import {
  type BodyContent,
  PARAMETER_PLACES,
  type Parameter,
  type ParameterPlace,
  type PartEncoding,
  type RequestBody,
  type ResponseSpec,
  type Schema,
} from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";

/** Headers that the specification excludes as parameters: body and credentials determine them. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);
const BODY_PLACES = ["body", "formData"];

/** The parameters of an operation. Its own replace those of the path. Swagger's body and form parameters are returned separately. */
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

/** A `parameters` list, by location and name. Of duplicates the first one counts. */
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
    ...(content !== undefined && { mediaType: content[0] }),
    deprecated: truthOf(memberOf(value, "deprecated")) ?? false,
  };
}

/** Makes the path parameters match the variables of the path template. */
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
      ...{ style: "simple", explode: false, deprecated: false },
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

/** The schema in a parameter's own members, as Swagger 2.0 writes it. */
function inlineSchema(place: Place): Place {
  if (!isObject(place.value)) return place;
  const entries = Object.entries(place.value).filter(([key]) => !NO_SCHEMA.includes(key));
  return { ...place, value: Object.fromEntries(entries) };
}

type Style = Parameter["style"];

const STYLES: Readonly<Record<ParameterPlace, readonly [Style, ...Style[]]>> = {
  path: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const BY_COLLECTION_FORMAT: Readonly<Record<string, Style>> = {
  ssv: "spaceDelimited",
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
  const written = textOf(memberOf(value, "style"));
  const style = STYLES[where].find((each) => each === written) ?? usual;
  if (written !== undefined && written !== style)
    reader.fault(place, `The style "${written}" cannot be written in the ${where}; "${style}" is used.`);
  const explode = truthOf(memberOf(value, "explode"));
  return { style, explode: explode ?? (style === "form" || style === "deepObject") };
}

/** Style and explode for Swagger 2.0's `collectionFormat`, which defaults to `csv`. */
function collectionStyle(
  place: ParameterPlace,
  format: Json | undefined,
): { readonly style: Style; readonly explode: boolean } {
  const [usual] = STYLES[place];
  const style = BY_COLLECTION_FORMAT[String(format)] ?? usual;
  return { style: STYLES[place].includes(style) ? style : usual, explode: format === "multi" };
}

const PART_STYLES: readonly Parameter["style"][] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/** `requestBody` of OpenAPI 3. */
export function readBody(operation: Place, reader: DocumentReader): RequestBody | undefined {
  const written = childOf(operation, "requestBody");
  if (written.value === undefined || written.value === null) return undefined;
  const place = reader.follow(written);
  if (place === undefined) return undefined;
  const content = childOf(place, "content");
  const contents = childrenOf(content).flatMap(([mediaType, entry]): readonly BodyContent[] => {
    const media = reader.follow(entry);
    if (media === undefined) return [];
    // If any media type is accepted, JSON is sent.
    const type = /^(?:\*|application)\/\*/u.test(mediaType) ? "application/json" : mediaType;
    return [
      {
        mediaType: type,
        schema: reader.schema(childOf(media, "schema")),
        encoding: encodingOf(childOf(media, "encoding")),
      },
    ];
  });
  if (contents.length === 0) return undefined;
  return {
    required: truthOf(memberOf(place.value, "required")) ?? false,
    description: textOf(memberOf(place.value, "description")) ?? "",
    contents: preferredFirst(contents, ({ mediaType }) => mediaType),
  };
}

function encodingOf(place: Place): Readonly<Record<string, PartEncoding>> {
  const entries = childrenOf(place).map(([name, { value }]): readonly [string, PartEncoding] => {
    const contentType = memberOf(value, "contentType");
    const style = PART_STYLES.find((each) => each === memberOf(value, "style"));
    const explode = truthOf(memberOf(value, "explode"));
    return [
      name,
      {
        ...(typeof contentType === "string" && { contentType }),
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** True for all JSON types: `application/json; charset=utf-8`, `application/hal+json`. */
function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json\b/iu.test(mediaType.trim());
}

function isFormType(mediaType: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(mediaType.trim());
}

/** JSON first, then forms, then the rest as they come. */
function preferredFirst<T>(items: readonly T[], mediaType: (item: T) => string): readonly T[] {
  const rank = (item: T): number => {
    const type = mediaType(item);
    return isJsonType(type) ? 0 : isFormType(type) ? 1 : 2;
  };
  return items.toSorted((one, other) => rank(one) - rank(other));
}

/** The body that Swagger's parameters `in: body` or `in: formData` make. */
export function readSwaggerBody(
  parameters: readonly Place[],
  operation: Place,
  reader: DocumentReader,
): RequestBody | undefined {
  const whole = parameters.filter(({ value }) => memberOf(value, "in") === "body");
  const parts = parameters.filter(({ value }) => memberOf(value, "in") === "formData");
  const [first] = whole;
  const consumes = mediaTypes(operation, "consumes", reader);
  if (first === undefined) return parts.length === 0 ? undefined : formBody(parts, consumes, reader);
  const types = consumes.length === 0 ? ["application/json"] : consumes;
  const schema = reader.schema(childOf(first, "schema"));
  return {
    required: truthOf(memberOf(first.value, "required")) ?? false,
    description: textOf(memberOf(first.value, "description")) ?? "",
    contents: preferredFirst(types, (type) => type).map((mediaType) => ({
      mediaType: mediaType === "*/*" ? "application/json" : mediaType,
      schema,
      encoding: {},
    })),
  };
}

/** `consumes` or `produces` of the operation, else of the document. */
function mediaTypes(operation: Place, key: string, reader: DocumentReader): readonly string[] {
  const own = memberOf(operation.value, key);
  const types = isList(own) ? own : memberOf(reader.root.value, key);
  return isList(types) ? types.filter((each) => typeof each === "string") : [];
}

function formBody(
  parts: readonly Place[],
  consumes: readonly string[],
  reader: DocumentReader,
): RequestBody | undefined {
  const properties: [string, Schema][] = [];
  const encoding: [string, PartEncoding][] = [];
  const required: string[] = [];
  let hasFile = false;
  for (const part of parts) {
    const name = textOf(memberOf(part.value, "name"));
    if (name === undefined) continue;
    hasFile ||= memberOf(part.value, "type") === "file";
    const description = textOf(memberOf(part.value, "description"));
    properties.push([name, { ...reader.schema(inlineSchema(part)), ...(description && { description }) }]);
    if (truthOf(memberOf(part.value, "required")) === true) required.push(name);
    if (memberOf(part.value, "type") !== "array") continue;
    encoding.push([name, collectionStyle("query", memberOf(part.value, "collectionFormat"))]);
  }
  const forms = consumes.filter(isFormType);
  const usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  // Files need a multipart form, whatever the document says.
  const types = forms.length === 0 || hasFile ? [usual] : forms;
  const schema: Readonly<Record<string, Json>> = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  return {
    required: required.length > 0,
    description: "",
    contents: types.map((mediaType) => ({ mediaType, schema, encoding: Object.fromEntries(encoding) })),
  };
}

export function readResponses(operation: Place, reader: DocumentReader): readonly ResponseSpec[] {
  const responses = childOf(operation, "responses");
  if (!isObject(responses.value)) return [];
  return childrenOf(responses).flatMap(([status, entry]): readonly ResponseSpec[] => {
    if (!/^(?:[1-5](?:\d\d|xx)|default)$/iu.test(status)) return [];
    const place = reader.follow(entry);
    if (place === undefined) return [];
    const name = status === "default" ? status : status.toUpperCase();
    return [
      {
        status: name,
        description: textOf(memberOf(place.value, "description")) ?? "",
        ...contentOf(place, operation, reader),
      },
    ];
  });
}

function contentOf(
  place: Place,
  operation: Place,
  reader: DocumentReader,
): Pick<ResponseSpec, "mediaType" | "schema"> {
  const direct = childOf(place, "schema");
  if (direct.value !== undefined) {
    const produces = mediaTypes(operation, "produces", reader);
    const mediaType = produces.find(isJsonType) ?? produces[0] ?? "application/json";
    return { mediaType, schema: reader.schema(direct) };
  }
  const [best] = preferredFirst(childrenOf(childOf(place, "content")), ([type]) => type);
  if (best === undefined) return {};
  const media = reader.follow(best[1]);
  const schema = media && childOf(media, "schema");
  return { mediaType: best[0], ...(schema?.value !== undefined && { schema: reader.schema(schema) }) };
}
