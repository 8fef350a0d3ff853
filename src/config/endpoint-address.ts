/** What a URL and the environment say about a SPARQL endpoint. */
export interface EndpointAddress {
  /** Without credentials and without the graphs. */
  readonly url: string;
  readonly auth?:
    | { readonly type: "basic"; readonly user: string; readonly password: string }
    | { readonly type: "header"; readonly name: string; readonly value: string };
  readonly defaultGraphs?: readonly string[];
  readonly namedGraphs?: readonly string[];
}

/**
 * Credentials stand in the URL (`https://user:password@host/sparql`) or, as a whole `Authorization` header, in FUXI_SPARQL_AUTHORIZATION; graphs
 * as the protocol's own parameters (`?default-graph-uri=…&named-graph-uri=…`, each as often as need be).
 */
export function endpointAddress(text: string, env: NodeJS.ProcessEnv): EndpointAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const header = env["FUXI_SPARQL_AUTHORIZATION"];
  const defaultGraphs = url.searchParams.getAll("default-graph-uri");
  const namedGraphs = url.searchParams.getAll("named-graph-uri");
  url.username = "";
  url.password = "";
  url.searchParams.delete("default-graph-uri");
  url.searchParams.delete("named-graph-uri");
  return {
    url: url.toString(),
    ...(user !== "" ? { auth: { type: "basic", user, password } } : {}),
    ...(user === "" && header ? { auth: { type: "header", name: "Authorization", value: header } } : {}),
    ...(defaultGraphs.length > 0 ? { defaultGraphs } : {}),
    ...(namedGraphs.length > 0 ? { namedGraphs } : {}),
  };
}
