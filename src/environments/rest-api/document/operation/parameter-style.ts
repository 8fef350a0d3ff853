import type { Json } from "../../../../util/json.ts";
import type { Parameter, ParameterPlace } from "../api-document.ts";

type Style = Parameter["style"];

const ALLOWED: Readonly<Record<ParameterPlace, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

const BY_COLLECTION_FORMAT: Readonly<Record<string, Style>> = {
  csv: "form",
  ssv: "spaceDelimited",
  tsv: "tabDelimited",
  pipes: "pipeDelimited",
  multi: "form",
};

/** Style and explode of OpenAPI 3, with its defaults. `wrong` is a style that does not fit the place. */
export function parameterStyle(
  place: ParameterPlace,
  style: Json | undefined,
  explode: boolean | undefined,
): { readonly style: Style; readonly explode: boolean; readonly wrong?: string } {
  const allowed = ALLOWED[place];
  const usual = allowed[0] as Style;
  // 3.2 calls the cookie's own style so.
  const given = style === "cookie" && place === "cookie" ? "form" : style;
  const meant = allowed.find((each) => each === given);
  const used = meant ?? usual;
  return {
    style: used,
    explode: explode ?? (used === "form" || used === "deepObject"),
    ...(given !== undefined && meant === undefined && { wrong: String(given) }),
  };
}

/** What Swagger 2.0 calls `collectionFormat`, `csv` where nothing is said. */
export function collectionStyle(
  place: ParameterPlace,
  format: Json | undefined,
): { readonly style: Style; readonly explode: boolean } {
  const style = BY_COLLECTION_FORMAT[String(format ?? "csv")] ?? "form";
  const fits = ALLOWED[place].includes(style);
  return { style: fits ? style : (ALLOWED[place][0] as Style), explode: format === "multi" };
}
