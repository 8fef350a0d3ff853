import type { CinemaApi } from "../../../src/samples/cinema/api/create-cinema-app.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, else text. */
  readonly body: never;
}

/** Calls such as `call("POST /lists", { name: "Heists" })`; with the token unless `token` is another. */
export function cinemaCaller(api: Pick<CinemaApi, "url" | "token">, token: string | null = api.token) {
  return async (line: string, body?: unknown): Promise<Answered> => {
    const [method = "GET", path = ""] = line.split(" ");
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as never,
    };
  };
}

export interface Paged {
  readonly page: number;
  readonly results: readonly { readonly id: number; readonly title?: string; readonly name?: string }[];
  readonly total_pages: number;
  readonly total_results: number;
}

export const idsOf = (page: Paged): readonly number[] => page.results.map(({ id }) => id);
