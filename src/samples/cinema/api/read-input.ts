import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { HonoRequest } from "hono";
import { cinemaApiDocument } from "./cinema-api-document.ts";
import { type Operation, type Schema, sharedParameters } from "./document.ts";
import { type Input, problem } from "./http.ts";

const ajv = new Ajv2020({ allErrors: false, strict: false, useDefaults: true });
addFormats.default(ajv);
ajv.addSchema(cinemaApiDocument(""), "document");

/** Reads path, query and body of a call; throws the 422 or 400 that names what is wrong. */
export function inputOf(operation: Operation, request: HonoRequest, body: string | undefined): Input {
  const values: Record<string, unknown> = {};
  const parameters = operation.parameters.map((parameter) =>
    typeof parameter === "string" ? (sharedParameters[parameter] ?? {}) : parameter,
  );
  const query = request.queries();
  const inQuery = parameters.filter((parameter) => parameter["in"] === "query");
  for (const name of Object.keys(query))
    if (!inQuery.some((parameter) => parameter["name"] === name)) throw unknownParameter(name, inQuery);
  for (const parameter of parameters) {
    const name = String(parameter["name"]);
    const schema = parameter["schema"] as Schema;
    const given = parameter["in"] === "path" ? [request.param(name) ?? ""] : (query[name] ?? []);
    if (given.length > 1) throw problem(422, `${name} is given more than once.`, name);
    if (given[0] === undefined) {
      if (parameter["required"] === true) throw problem(422, `${name} is required.`, name);
      if (schema["default"] !== undefined) values[name] = schema["default"];
    } else {
      values[name] = converted(given[0], schema);
      check(ajv.compile(schema), values[name], name);
    }
  }
  if (operation.body !== undefined) Object.assign(values, bodyOf(operation.body, body ?? ""));
  return { ...reader(values), url: request.url };
}

function reader(values: Readonly<Record<string, unknown>>): Omit<Input, "url"> {
  const read = <T>(name: string, is: (value: unknown) => boolean): T | undefined =>
    is(values[name]) ? (values[name] as T) : undefined;
  return {
    number: (name) => read(name, (value) => typeof value === "number"),
    text: (name) => read(name, (value) => typeof value === "string"),
    ids: (name) => read(name, Array.isArray),
  };
}

function bodyOf(schema: Schema, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem(400, text.trim() === "" ? "A JSON body is needed." : "The body is not JSON.");
  }
  check(ajv.getSchema(`document${String(schema["$ref"])}`), value, null);
  return value as Record<string, unknown>;
}

/** Text of a path or a query in the type of its schema; text that does not fit stays text, for the check to refuse. */
function converted(text: string, schema: Schema): unknown {
  if (schema["type"] === "array")
    return text.split(",").map((part) => converted(part.trim(), schema["items"] as Schema));
  const numeric = schema["type"] === "integer" ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d+)?$/;
  return schema["type"] !== "string" && numeric.test(text) ? Number(text) : text;
}

function check(valid: ValidateFunction | undefined, value: unknown, name: string | null): void {
  if (valid === undefined || valid(value)) return;
  const error = valid.errors?.[0];
  const field = name ?? fieldOf(error);
  throw problem(422, `${field ?? "The body"} ${complaint(error)}.`, field);
}

function fieldOf(error: ErrorObject | undefined): string | null {
  const missing: unknown = error?.params["missingProperty"] ?? error?.params["additionalProperty"];
  if (typeof missing === "string") return missing;
  return error?.instancePath.split("/")[1] ?? null;
}

function complaint(error: ErrorObject | undefined): string {
  if (error?.keyword === "required") return "is required";
  if (error?.keyword === "additionalProperties") return "is not known here";
  if (error?.keyword === "enum") return `must be one of ${error.params["allowedValues"].join(", ")}`;
  if (error?.keyword === "format") return "must be a day such as 2025-03-01";
  return error?.message ?? "is wrong";
}

function unknownParameter(name: string, inQuery: readonly Schema[]) {
  const names = inQuery.map((parameter) => String(parameter["name"]));
  const known = names.length === 0 ? "It takes none." : `It takes ${names.join(", ")}.`;
  return problem(422, `This operation has no query parameter ${name}. ${known}`, name);
}
