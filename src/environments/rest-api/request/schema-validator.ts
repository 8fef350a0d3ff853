import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "../../../util/json.ts";
import type { Schema } from "../document/api-document.ts";
import { closure, type Schemas } from "../document/schema-view.ts";

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

/** Each schema is compiled when it is first needed. */
export function createSchemaValidator(schemas: Schemas): SchemaValidator {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: true,
    allErrors: false,
    unicodeRegExp: false,
  });
  (addFormats as unknown as (to: typeof ajv, names: readonly string[]) => void)(ajv, FORMATS);
  const compiled = new WeakMap<Schema, ValidateFunction | "unusable">();

  function validatorOf(schema: Schema): ValidateFunction | "unusable" {
    const before = compiled.get(schema);
    if (before !== undefined) return before;
    let made: ValidateFunction | "unusable";
    try {
      made = ajv.compile(closure(schema, schemas));
    } catch {
      // Real documents hold patterns and keywords that no engine compiles; the server still checks.
      made = "unusable";
    }
    compiled.set(schema, made);
    return made;
  }

  return {
    fault(schema, value) {
      const validate = validatorOf(schema);
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
