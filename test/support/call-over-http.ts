import type { CallOperation } from "../../src/evaluation/itool/follow-solution.ts";
import type { Json } from "../../src/util/json.ts";

/** Calls operations with nothing but `fetch`, so that what computes answers is not what is judged by them. */
export function callOverHttp(server: string): CallOperation {
  return async (operation, given) => {
    const [method = "GET", template = "/"] = operation.split(" ");
    const left = new Map(Object.entries(given));
    const path = template.replace(/\{([^}]+)\}/gu, (_, name: string) => {
      const value = left.get(name);
      left.delete(name);
      return encodeURIComponent(String(value));
    });
    const url = new URL(server + path);
    if (method === "GET") for (const [name, value] of left) url.searchParams.set(name, textOf(value));
    const body = method === "GET" ? {} : { body: JSON.stringify(Object.fromEntries(left)) };
    const response = await fetch(url, { method, headers: { "content-type": "application/json" }, ...body });
    const text = await response.text();
    if (!response.ok)
      throw new TypeError(`${operation} ${url.search}: ${response.status} ${text.slice(0, 200)}`);
    return (response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as Json;
  };
}

function textOf(value: Json): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
