import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import type {
  BodyContent,
  Parameter,
  PartEncoding,
  RequestBody,
  ResponseSpec,
  Schema,
} from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";
import { collectionStyle, inlineSchema } from "./read-parameters.ts";

const STYLES: readonly Parameter["style"][] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

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
    // What anybody may send is sent as JSON.
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
    const style = STYLES.find((each) => each === memberOf(value, "style"));
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

/** JSON in any of its names: `application/json; charset=utf-8`, `application/hal+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json\b/iu.test(mediaType.trim());
}

export function isFormType(mediaType: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(mediaType.trim());
}

/** JSON first, then forms, then the rest as they come. */
export function preferredFirst<T>(items: readonly T[], mediaType: (item: T) => string): readonly T[] {
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
export function mediaTypes(operation: Place, key: string, reader: DocumentReader): readonly string[] {
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
  // A file does not fit into the other form, whatever the document says.
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
