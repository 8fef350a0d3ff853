import type { Json } from "../../../../util/json.ts";
import type { PartEncoding, RequestBody, Schema } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { isList, memberOf, textOf, truthOf } from "../reading/json-shape.ts";
import { childOf, type Place } from "../reading/place.ts";
import { inlineSchema } from "./inline-schema.ts";
import { isFormType, preferredFirst } from "./media-type.ts";
import { collectionStyle } from "./parameter-style.ts";

/** The body that Swagger's parameters `in: body` or `in: formData` make. */
export function readSwaggerBody(
  parameters: readonly Place[],
  operation: Place,
  reader: DocumentReader,
): RequestBody | undefined {
  const whole = parameters.filter(({ value }) => memberOf(value, "in") === "body");
  const parts = parameters.filter(({ value }) => memberOf(value, "in") === "formData");
  const [first, second] = whole;
  if (second !== undefined) reader.fault(second, "An operation can have one body only; the first counts.");
  if (first !== undefined && parts.length > 0)
    reader.fault(first, "An operation has a body or a form, not both; the body counts.");
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
    if (name === undefined || name === "") {
      reader.fault(part, "A form's parameter needs a name; this one is ignored.");
      continue;
    }
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
