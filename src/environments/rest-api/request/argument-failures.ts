import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Refusal } from "../../../environment/refusal.ts";
import type { Suggestion } from "../../../environment/tool-failure.ts";
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

/** What an operation cannot be called without. */
export function missing(
  operation: Operation,
  { name, description, schema }: Pick<Member, "name" | "description" | "schema">,
  { origins, schemas }: Told,
): Refusal {
  const { sentence, suggestions } = originAdvice(operation, name, origins);
  const [first = ""] = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(plainText(description, LONGEST_MEANING)) ?? [];
  const about = first.replace(/(?<=[^.!?…])$/u, ".");
  const message = `${operation.id} lacks its argument "${name}" (${kindOf(schema, schemas)}).${about === "" ? "" : ` ${about}`} ${sentence}`;
  return new Refusal("invalid-arguments", message, { argument: name }, suggestions);
}

/** Where a value for an argument could come from: a sentence, and the operations that return such values. */
export function originAdvice(
  operation: Operation,
  name: string,
  origins: ArgumentOrigins,
): { readonly sentence: string; readonly suggestions: readonly Suggestion[] } {
  const sources = origins.of(operation, name, SUGGESTIONS);
  const named = sources.map(({ operation: from, field }) => `${from} (${field})`).join(" or ");
  const sentence =
    named !== ""
      ? `Such a value is returned by ${named}: call that first, or read it from a response that you have.`
      : origins.isIdentifier(operation, name)
        ? "Nothing here is known to return such a value; look for an operation that lists such things."
        : "Take it from the question; if it is not said there, ask the person.";
  return {
    sentence,
    suggestions: sources.map(({ operation: text, field }) => ({ text, reason: `returns ${field}` })),
  };
}

export function impossible(
  operation: Operation,
  name: string,
  value: Json,
  fault: SchemaFault,
  { schema, schemas }: { readonly schema: Schema; readonly schemas: Schemas },
): Refusal {
  const at = fault.at === "" ? name : joined(name, fault.at);
  const own = followed(schema, schemas);
  const allowed = fault.allowed ?? listOf(own["enum"] ?? followed(own["items"], schemas)["enum"]);
  const near =
    typeof value === "string" ? nearestNames(value, allowed.map(String), { limit: SUGGESTIONS }) : [];
  const why = fault.keyword === "enum" || fault.keyword === "const" ? "" : `: it ${faultText(fault)}`;
  const message = `The argument "${at}" of ${operation.id} is ${kindOf(schema, schemas)}, not ${shown(value)}${why}.`;
  const suggestions = near.map(({ name: text }) => ({ text }));
  return new Refusal("invalid-arguments", message, { argument: at, text: shown(value) }, suggestions);
}

/** Where a body does not fit its schema. */
export function impossibleBody(operation: Operation, fault: SchemaFault): Refusal {
  const at = fault.at === "" ? "body" : fault.at;
  const { allowed = [] } = fault;
  const values = allowed.length === 0 ? "" : `: ${allowed.slice(0, SHOWN_VALUES).map(String).join(", ")}`;
  const message = `The argument "${at}" of ${operation.id} ${faultText(fault)}${values}.`;
  const suggestions = allowed.slice(0, SUGGESTIONS).map((value) => ({ text: String(value) }));
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
      : `takes: ${names.slice(0, 30).join(", ")}${names.length > 30 ? ", …" : ""}`;
  const message = `${operation.id} has no argument "${name}"; it ${takes}. If nothing there does it, filter or sort the response with extract.`;
  const suggestions = near.map((each) => ({ text: each.name, replaces: name }));
  return new Refusal("invalid-arguments", message, { argument: name }, suggestions);
}

function kindOf(schema: Json, schemas: Schemas): string {
  return briefSchemaText({ schemas }, isObject(schema) ? schema : {}, LONGEST_KIND);
}

function faultText({ message, keyword, member }: SchemaFault): string {
  if (keyword === "required" && member !== undefined) return `lacks "${member}"`;
  if (keyword === "additionalProperties" && member !== undefined) return `has no member "${member}"`;
  return message;
}

function joined(name: string, at: string): string {
  if (name === "") return at;
  return at.startsWith("[") ? `${name}${at}` : `${name}.${at}`;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Where in a value its schema does not hold, and why. */
export interface SchemaFault {
  /** `items[0].price`; empty for the value itself. */
  readonly at: string;
  /** "must be integer", without the place. */
  readonly message: string;
  readonly keyword: string;
  /** Of a missing or unknown member: its name. */
  readonly member?: string;
  readonly allowed?: readonly Json[];
}

interface SchemaValidator {
  /** The first fault; undefined where the value fits, and where the schema is one that no validator takes. */
  fault(schema: Schema, value: Json): SchemaFault | undefined;
}

/** Formats that servers mean seriously; of others, and of made-up ones, nothing is asked. */
const FORMATS = ["date", "date-time", "uuid", "ipv4", "ipv6"] as const;

/** A schema is compiled when it is first needed; one that no validator takes is not checked here: the server does that. */
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
        // A schema that judges a value by itself again comes to no end.
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
