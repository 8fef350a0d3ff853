import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { Dialect } from "./document-reader.ts";
import { memberOf } from "./reading/json-shape.ts";

/** Which specification a document follows. @throws FuxiError `data-invalid` where it is none that is known */
export function documentVersion(
  value: Json,
  name: string,
): { readonly dialect: Dialect; readonly format: string } {
  const openapi = versionText(memberOf(value, "openapi"));
  const swagger = versionText(memberOf(value, "swagger"));
  if (openapi?.startsWith("3.")) {
    const dialect = /^3\.0(?:\.|$)/u.test(openapi) ? "3.0" : "3.1";
    return { dialect, format: `openapi ${openapi}` };
  }
  // Some write one key with the other's version.
  if (openapi === "2.0" || swagger === "2.0") return { dialect: "2.0", format: "swagger 2.0" };
  if (swagger?.startsWith("3.")) return { dialect: "3.0", format: `openapi ${swagger}` };
  const other = openapi ?? swagger ?? versionText(memberOf(value, "swaggerVersion"));
  if (other !== undefined)
    throw new FuxiError(
      "data-invalid",
      `${name} follows version ${other} of OpenAPI, which cannot be read.`,
      {
        hint: "Convert it to OpenAPI 3.",
      },
    );
  throw new FuxiError("data-invalid", `${name} is no OpenAPI or Swagger document: ${whatElse(value)}`, {
    hint: 'Name the file that starts with "openapi: 3…" or "swagger: 2.0".',
  });
}

/** YAML makes a number of `3.0` and `2.0`. */
function versionText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function whatElse(value: Json): string {
  if (!isObject(value)) return "it holds no object.";
  const has = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(value, key));
  if (has("paths", "info")) return `it does not say its version ("openapi" or "swagger").`;
  if (has("asyncapi")) return "it describes messages (AsyncAPI), not requests.";
  if (has("type", "properties", "allOf", "oneOf", "anyOf", "$schema"))
    return "it is a schema, a fragment that documents refer to.";
  if (has("get", "post", "put", "delete", "patch"))
    return "it is a path item, a fragment that documents refer to.";
  if (has("in") && has("name")) return "it is a parameter, a fragment that documents refer to.";
  const members = Object.keys(value);
  if (members.length === 0) return "it is empty.";
  return `it has no "openapi" or "swagger", only ${members
    .slice(0, 5)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(", ")}.`;
}
