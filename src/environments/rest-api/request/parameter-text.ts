import type { Json } from "../../../util/json.ts";
import type { Parameter } from "../document/api-document.ts";

type Serialised = Pick<Parameter, "name" | "style" | "explode" | "allowReserved" | "mediaType">;

/** `name=value` pairs of a query, cookie or form parameter, percent-encoded (OpenAPI 3, "Style Values"). */
export function queryPairs(parameter: Serialised, value: Json): readonly string[] {
  const encode = encoder(parameter.allowReserved);
  const name = encodeURIComponent(parameter.name);
  if (parameter.mediaType !== undefined) return [`${name}=${encode(JSON.stringify(value))}`];
  const separator =
    { spaceDelimited: "%20", pipeDelimited: "|", tabDelimited: "%09" }[parameter.style as string] ?? ",";
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => encode(scalar(item)));
    if (parameter.style === "deepObject") return items.map((item) => `${name}[]=${item}`);
    return parameter.explode ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(separator)}`];
  }
  if (typeof value === "object" && value !== null) {
    if (parameter.style === "deepObject") return deepPairs(parameter.name, value, encode);
    const members = Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined);
    if (parameter.explode)
      return members.map(([key, member]) => `${encodeURIComponent(key)}=${encode(scalar(member))}`);
    return [
      `${name}=${members.flatMap(([key, member]) => [encode(key), encode(scalar(member))]).join(separator)}`,
    ];
  }
  return [`${name}=${encode(scalar(value))}`];
}

/** `filter[year][gte]=1990`, as deeply as the value goes. */
export function deepPairs(
  name: string,
  value: Json,
  encode: (text: string) => string = encodeURIComponent,
): readonly string[] {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, at) =>
      deepPairs(`${name}[${typeof item === "object" ? at : ""}]`, item, encode),
    );
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : deepPairs(`${name}[${key}]`, member, encode),
    );
  }
  return [
    `${encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]")}=${encode(scalar(value))}`,
  ];
}

/** The text that takes the place of `{name}` in a path. */
export function pathText({ name, style, explode, mediaType }: Serialised, value: Json): string {
  if (mediaType !== undefined) return encodeURIComponent(JSON.stringify(value));
  const list = listed(value, explode);
  if (style === "label") return `.${list.map(encoded).join(explode ? "." : ",")}`;
  if (style !== "matrix") return list.map(encoded).join(",");
  if (explode && Array.isArray(value)) return list.map((item) => `;${name}=${encoded(item)}`).join("");
  if (explode && typeof value === "object" && value !== null)
    return list.map((item) => `;${encoded(item)}`).join("");
  return `;${name}=${list.map(encoded).join(",")}`;
}

/** The value of a header: never with a line break in it. */
export function headerText({ explode, mediaType }: Serialised, value: Json): string {
  const text = mediaType === undefined ? listed(value, explode).join(",") : JSON.stringify(value);
  return text.replace(/[\r\n]+/gu, " ");
}

function listed(value: Json, explode: boolean): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map(scalar);
  if (typeof value !== "object" || value === null) return [scalar(value)];
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined) return [];
    return explode ? [`${key}=${scalar(member)}`] : [key, scalar(member)];
  });
}

function scalar(value: Json): string {
  return typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : value === null
      ? ""
      : String(value);
}

/** A path segment of dots alone would lead elsewhere. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/^\.+$/u, (dots) => "%2E".repeat(dots.length))
    .replaceAll("%3D", "=");
}

function encoder(allowReserved: boolean): (text: string) => string {
  if (!allowReserved) return encodeURIComponent;
  return (text) =>
    encodeURIComponent(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2B|2C|3B)/giu, decodeURIComponent);
}
