import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  changed,
  joined,
  type Marked,
  ownText,
  say,
  schemaName,
  written,
} from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedSuggestion } from "../../../environment/tool-failure.ts";
import { shortened } from "../../../util/clipped-text.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { Operation, Schema } from "../document/api-document.ts";
import { briefSchemaText, plainText } from "../document/schema-text.ts";
import { followed, listOf, type Member, type Members, type Schemas } from "../document/schema-view.ts";
import type { ArgumentOrigins } from "../search/create-argument-origins.ts";

export interface Told {
  readonly origins: ArgumentOrigins;
  readonly schemas: Schemas;
}

const SUGGESTIONS = 3;
const SHOWN_VALUES = 12;
const LONGEST_MEANING = 160;
const LONGEST_KIND = 120;

/** Refuses a call that lacks a required argument. */
export function missing(
  operation: Operation,
  { name, description, schema }: Pick<Member, "name" | "description" | "schema">,
  { origins, schemas }: Told,
): Refusal {
  const { sentence, suggestions } = originAdvice(operation, name, origins);
  const [first = ""] = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(plainText(description, LONGEST_MEANING)) ?? [];
  const about = first.replace(/(?<=[^.!?…])$/u, ".");
  const message = say`${schemaName(operation.id)} lacks its argument "${schemaName(name)}" (${kindOf(schema, schemas)}).${about === "" ? "" : say` ${ownText(about)}`} ${sentence}`;
  return new Refusal("invalid-arguments", message, { argument: name }, suggestions);
}

/** Advises where a value for an argument could come from: a sentence, and the operations that return such values. */
export function originAdvice(
  operation: Operation,
  name: string,
  origins: ArgumentOrigins,
): { readonly sentence: Marked; readonly suggestions: readonly MarkedSuggestion[] } {
  const sources = origins.of(operation, name, SUGGESTIONS);
  const named = joined(
    sources.map(({ operation: from, field }) => say`${schemaName(from)} (${schemaName(field)})`),
    " or ",
  );
  const sentence =
    named !== ""
      ? say`Such a value is returned by ${named}: call that first, or read it from a response that you have.`
      : origins.isIdentifier(operation, name)
        ? say`Nothing here is known to return such a value; look for an operation that lists such things.`
        : say`Take it from the question; if it is not said there, ask the person.`;
  return {
    sentence,
    suggestions: sources.map(({ operation: text, field }) => ({
      text: schemaName(text),
      reason: say`returns ${schemaName(field)}`,
    })),
  };
}

export function impossible(
  operation: Operation,
  name: string,
  value: Json,
  fault: SchemaFault,
  { schema, schemas }: { readonly schema: Schema; readonly schemas: Schemas },
): Refusal {
  const at = fault.at === "" ? name : placeIn(name, fault.at);
  const own = followed(schema, schemas);
  const allowed = fault.allowed ?? listOf(own["enum"] ?? followed(own["items"], schemas)["enum"]);
  const near =
    typeof value === "string" ? nearestNames(value, allowed.map(String), { limit: SUGGESTIONS }) : [];
  const why = fault.keyword === "enum" || fault.keyword === "const" ? "" : say`: it ${faultText(fault)}`;
  const message = say`The argument "${written(at)}" of ${schemaName(operation.id)} is ${kindOf(schema, schemas)}, not ${shown(value)}${why}.`;
  const suggestions = near.map(({ name }) => ({ text: schemaName(name) }));
  return new Refusal("invalid-arguments", message, { argument: at, text: shown(value) }, suggestions);
}

/** Refuses a body that does not fit its schema. */
export function impossibleBody(operation: Operation, fault: SchemaFault): Refusal {
  const at = fault.at === "" ? "body" : fault.at;
  const { allowed = [] } = fault;
  const values =
    allowed.length === 0 ? "" : say`: ${ownText(allowed.slice(0, SHOWN_VALUES).map(String).join(", "))}`;
  const message = say`The argument "${written(at)}" of ${schemaName(operation.id)} ${faultText(fault)}${values}.`;
  const suggestions = allowed.slice(0, SUGGESTIONS).map((value) => ({ text: schemaName(String(value)) }));
  return new Refusal("invalid-arguments", message, { argument: at }, suggestions);
}

export function unknownArgument(
  operation: Operation,
  name: string,
  members: Members,
  given: JsonObject,
): Refusal {
  const names = [...operation.parameters.map((each) => each.name), ...members.list.map((each) => each.name)];
  const free = names.filter((each) => given[each] === undefined);
  const near = nearestNames(name, free, { limit: SUGGESTIONS });
  const takes =
    names.length === 0
      ? "takes no arguments"
      : say`takes: ${ownText(names.slice(0, 30).join(", "))}${names.length > 30 ? ", …" : ""}`;
  const message = say`${schemaName(operation.id)} has no argument "${written(name)}"; it ${takes}. If nothing there does it, filter or sort the response with extract.`;
  const suggestions = near.map((each) => ({ text: schemaName(each.name), replaces: name }));
  return new Refusal("invalid-arguments", message, { argument: name }, suggestions);
}

function kindOf(schema: Json, schemas: Schemas): Marked {
  return ownText(briefSchemaText({ schemas }, isObject(schema) ? schema : {}, LONGEST_KIND));
}

function faultText({ message, keyword, member }: SchemaFault): Marked {
  if (keyword === "required" && member !== undefined) return say`lacks "${schemaName(member)}"`;
  if (keyword === "additionalProperties" && member !== undefined)
    return say`has no member "${written(member)}"`;
  // The schema's own words.
  return ownText(message);
}

function placeIn(name: string, at: string): string {
  if (name === "") return at;
  return at.startsWith("[") ? `${name}${at}` : `${name}.${at}`;
}

function shown(value: Json): Marked {
  const short = (text: string) => shortened(text, 80);
  return typeof value === "string"
    ? changed(written(value), (text) => short(JSON.stringify(text)))
    : written(short(JSON.stringify(value)));
}

/** Position and reason of a mismatch between a value and its schema. */
export interface SchemaFault {
  /** `items[0].price`; empty for the value itself. */
  readonly at: string;
  /** "must be integer", without the place. */
  readonly message: string;
  readonly keyword: string;
  /** Name of a missing or unknown member. */
  readonly member?: string;
  readonly allowed?: readonly Json[];
}

interface SchemaValidator {
  /** The first fault. Undefined if the value fits, or if the schema cannot be compiled. */
  fault(schema: Schema, value: Json): SchemaFault | undefined;
}

/** Formats that are checked because servers enforce them. Other formats are ignored. */
const FORMATS = ["date", "date-time", "uuid", "ipv4", "ipv6"] as const;

/** Compiles schemas on first use. Values of schemas that cannot be compiled are left to the server to check. */
export function createSchemaValidator(schemas: Schemas): SchemaValidator {
  const ajv = new Ajv2020({ strict: false, logger: false, unicodeRegExp: false, validateSchema: false });
  (addFormats as unknown as (to: typeof ajv, names: readonly string[]) => void)(ajv, FORMATS);
  const compiled = new WeakMap<Schema, ValidateFunction | "unusable">();
  let known = false;

  function validatorOf(schema: Schema): ValidateFunction | "unusable" {
    try {
      if (!known) ajv.addSchema({ $id: "document", $defs: Object.fromEntries(schemas) });
      known = true;
      // Named schemas are compiled once for all that refer to them.
      const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"document#/$defs/');
      return ajv.compile(JSON.parse(text) as Schema);
    } catch {
      return "unusable";
    }
  }

  return {
    fault(schema, value) {
      const validate = compiled.get(schema) ?? validatorOf(schema);
      compiled.set(schema, validate);
      if (validate === "unusable") return undefined;
      try {
        if (validate(value)) return undefined;
      } catch (error) {
        // A schema that applies itself to the same value recurses for ever.
        if (!(error instanceof RangeError)) throw error;
        compiled.set(schema, "unusable");
        return undefined;
      }
      const errors = validate.errors ?? [];
      const worst =
        errors.find(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf" && keyword !== "if") ??
        errors[0];
      return worst === undefined ? undefined : faultOf(worst);
    },
  };
}

function faultOf({ instancePath, message = "is not allowed", keyword, params }: ErrorObject): SchemaFault {
  const at = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, part) => (/^\d+$/u.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`),
      "",
    );
  const { missingProperty, additionalProperty, allowedValues } = params as Readonly<Record<string, unknown>>;
  const member = missingProperty ?? additionalProperty;
  return {
    at,
    message,
    keyword,
    ...(typeof member === "string" ? { member } : {}),
    ...(Array.isArray(allowedValues) ? { allowed: allowedValues as readonly Json[] } : {}),
  };
}
