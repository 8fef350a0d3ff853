import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { HttpBody, HttpRequest } from "../../http/http-message.ts";
import type { BodyContent, Operation, Parameter } from "../document/api-document.ts";
import type { CheckedArguments } from "./argument-checker.ts";

const ACCEPT = "application/json, application/*+json;q=0.9, text/*;q=0.5, */*;q=0.1";

/** Builds the request for checked arguments. `server` is absolute, without a trailing slash. */
export function buildRequest(
  server: string,
  operation: Operation,
  { parameters, body }: CheckedArguments,
): HttpRequest {
  const headers: Record<string, string> = { accept: ACCEPT };
  const query: string[] = [];
  const cookies: string[] = [];
  const path = filledPath(operation, parameters);
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name];
    if (value === undefined || parameter.in === "path") continue;
    if (parameter.in === "query") query.push(...queryPairs(parameter, value));
    else if (parameter.in === "cookie") cookies.push(...queryPairs(parameter, value));
    else headers[parameter.name.toLowerCase()] = headerText(parameter, value);
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  const [content] = operation.body?.contents ?? [];
  const sent = body === undefined || content === undefined ? undefined : bodyOf(content, body);
  // For a multipart body the client writes this header, with the boundary.
  if (sent !== undefined && content !== undefined && sent.kind !== "multipart")
    headers["content-type"] = content.mediaType;
  const separator = server.includes("?") || path.includes("?") ? "&" : "?";
  return {
    method: operation.method,
    url: `${server}${path}${query.length > 0 ? `${separator}${query.join("&")}` : ""}`,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  };
}

/** The path of an operation with its variables replaced by values. */
export function filledPath({ path, parameters }: Operation, values: JsonObject): string {
  return parameters.reduce((filled, parameter) => {
    const value = parameter.in === "path" ? values[parameter.name] : undefined;
    return value === undefined
      ? filled
      : filled.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value));
  }, path);
}

function bodyOf(content: BodyContent, body: Json): HttpBody {
  const type = content.mediaType.toLowerCase().split(";")[0]?.trim() ?? "";
  if (type === "multipart/form-data") return { kind: "multipart", parts: partsOf(content, body) };
  if (type === "application/x-www-form-urlencoded") return { kind: "text", text: formText(content, body) };
  if (/[/+]json$/u.test(type) || type === "*/*") return { kind: "text", text: JSON.stringify(body) };
  return { kind: "text", text: typeof body === "string" ? body : JSON.stringify(body) };
}

function formText({ encoding }: BodyContent, body: Json): string {
  if (!isObject(body)) return typeof body === "string" ? body : "";
  return Object.entries(body)
    .flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      const { style, explode, contentType } = encoding[name] ?? {};
      if (contentType !== undefined && /json$/u.test(contentType))
        return [`${encodeURIComponent(name)}=${encodeURIComponent(JSON.stringify(value))}`];
      if (style === undefined && typeof value === "object") return deepPairs(name, value);
      return queryPairs({ name, style: style ?? "form", explode: explode ?? true }, value);
    })
    .join("&");
}

function partsOf({ encoding }: BodyContent, body: Json): Extract<HttpBody, { kind: "multipart" }>["parts"] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const contentType = encoding[name]?.contentType;
    const parts = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return parts.map((part) => ({
      name,
      content: typeof part === "string" ? part : JSON.stringify(part),
      ...(contentType === undefined
        ? isObject(part)
          ? { contentType: "application/json" }
          : {}
        : { contentType }),
    }));
  });
}

type Serialised = Pick<Parameter, "name" | "style" | "explode" | "mediaType">;

/** `name=value` pairs of a query, cookie or form parameter, percent-encoded (OpenAPI 3, "Style Values"). */
function queryPairs(parameter: Serialised, value: Json): readonly string[] {
  const encode = encodeURIComponent;
  const name = encodeURIComponent(parameter.name);
  if (parameter.mediaType !== undefined) return [`${name}=${encode(JSON.stringify(value))}`];
  const separator = { spaceDelimited: "%20", pipeDelimited: "|" }[parameter.style as string] ?? ",";
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => encode(scalar(item)));
    if (parameter.style === "deepObject") return items.map((item) => `${name}[]=${item}`);
    return parameter.explode ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(separator)}`];
  }
  if (typeof value === "object" && value !== null) {
    if (parameter.style === "deepObject") return deepPairs(parameter.name, value);
    const members = Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined);
    if (parameter.explode)
      return members.map(([key, member]) => `${encodeURIComponent(key)}=${encode(scalar(member))}`);
    return [
      `${name}=${members.flatMap(([key, member]) => [encode(key), encode(scalar(member))]).join(separator)}`,
    ];
  }
  return [`${name}=${encode(scalar(value))}`];
}

/** Pairs such as `filter[year][gte]=1990`, to any depth. */
function deepPairs(name: string, value: Json): readonly string[] {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, at) =>
      deepPairs(`${name}[${typeof item === "object" ? at : ""}]`, item),
    );
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : deepPairs(`${name}[${key}]`, member),
    );
  }
  return [
    `${encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]")}=${encodeURIComponent(scalar(value))}`,
  ];
}

/** The text that replaces `{name}` in a path. */
export function pathText({ explode, mediaType }: Serialised, value: Json): string {
  if (mediaType !== undefined) return encodeURIComponent(JSON.stringify(value));
  return listed(value, explode).map(encoded).join(",");
}

/** The value of a header. */
export function headerText({ explode, mediaType }: Serialised, value: Json): string {
  return mediaType === undefined ? listed(value, explode).join(",") : JSON.stringify(value);
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

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%3D", "=");
}

const LONGEST = 2000;

/** A body as text for people. */
export function bodyText(body: HttpBody | undefined): string | undefined {
  if (body === undefined) return undefined;
  const text =
    body.kind === "text"
      ? body.text
      : body.parts.map(({ name, content }) => `${name}: ${content}`).join("; ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
