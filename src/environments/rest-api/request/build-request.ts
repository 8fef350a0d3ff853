import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { BodyContent, Operation } from "../document/api-document.ts";
import type { HttpBody, HttpRequest } from "../http/http-message.ts";
import type { CheckedArguments } from "./argument-checker.ts";
import { deepPairs, headerText, pathText, queryPairs } from "./parameter-text.ts";

const ACCEPT = "application/json, application/*+json;q=0.9, text/*;q=0.5, */*;q=0.1";

/** The request of arguments that were found good. `server` is absolute, without a slash at its end. */
export function buildRequest(
  server: string,
  operation: Operation,
  { parameters, body }: CheckedArguments,
): HttpRequest {
  const headers: Record<string, string> = { accept: ACCEPT };
  const query: string[] = [];
  const cookies: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name];
    if (value === undefined) continue;
    if (parameter.in === "path")
      path = path.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value));
    else if (parameter.in === "query") query.push(...queryPairs(parameter, value));
    else if (parameter.in === "cookie") cookies.push(...queryPairs(parameter, value));
    else headers[parameter.name.toLowerCase()] = headerText(parameter, value);
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  const [content] = operation.body?.contents ?? [];
  const sent = body === undefined || content === undefined ? undefined : bodyOf(content, body);
  // The boundary of a multipart body is the client's to write.
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
      return queryPairs(
        { name, style: style ?? "form", explode: explode ?? true, allowReserved: false },
        value,
      );
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
