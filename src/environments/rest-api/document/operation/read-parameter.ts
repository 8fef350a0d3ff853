import { isObject } from "../../../../util/is-object.ts";
import type { JsonObject } from "../../../../util/json.ts";
import { PARAMETER_PLACES, type Parameter, type Schema } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { memberOf, textOf, truthOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import { inlineSchema } from "./inline-schema.ts";
import { collectionStyle, parameterStyle } from "./parameter-style.ts";

/** Headers that are no parameters by the specification: the body and the credentials decide on them. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);

const NO_PARAMETER = Symbol("no parameter");

/** Read once for each place where it is written, whoever refers to it. */
const known = new WeakMap<DocumentReader, WeakMap<object, Parameter | typeof NO_PARAMETER>>();

export function readParameter(place: Place, name: string, reader: DocumentReader): Parameter | undefined {
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
