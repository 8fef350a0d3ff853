import type { Evidence } from "../../environment/answer.ts";
import type { JsonObject } from "../../util/json.ts";
import { laidOutSql } from "./laid-out-sql.ts";

/**
 * What an answer rests on, uncut, as it can be run elsewhere: SQL, SPARQL, or requests for a shell (without credentials, which are not kept).
 * Undefined where it rests on nothing of the kind.
 */
export function queryAlone(evidence: readonly Evidence[]): string | undefined {
  const texts = evidence.flatMap(({ sql, sparql, program, calls }) => {
    if (sql !== undefined) return [laidOutSql(sql)];
    const graph = sparql ?? program;
    if (graph !== undefined) return [graph.trimEnd()];
    return calls === undefined || calls.length === 0 ? [] : [calls.map(request).join("\n")];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/** A request that carried a body names what it was made with: the body itself is not kept. */
function request({ operation, url, arguments: given }: JsonObject): string {
  const [method = "GET"] = String(operation).split(" ");
  const quoted = `'${String(url).replaceAll("'", "'\\''")}'`;
  if (method === "GET") return `curl ${quoted}`;
  return `# with ${JSON.stringify(given ?? {})}\ncurl -X ${method} ${quoted}`;
}
