/**
 * Whether the beginning of a file (some kilobytes) looks like an OpenAPI or Swagger document, in JSON or YAML. The version may stand after the rest, so
 * that the document's other members count as well; whether it can be read is `loadDocument`'s to say.
 */
export function recogniseDocument(head: string): boolean {
  const text = head.replace(/^\uFEFF/u, "");
  const version = /^(?:\s*|.*[{,]\s*)(["']?)(?:openapi|swagger)\1\s*:\s*["']?[1-4]\.\d/mu;
  if (version.test(text)) return true;
  const isJson = /^\s*\{/u.test(text);
  // Members at the outermost level: not indented in YAML, indented once in JSON.
  const member = (name: string): boolean =>
    (isJson
      ? new RegExp(`[{,]\\s*"${name}"\\s*:\\s*\\{`, "u")
      : new RegExp(`^${name}\\s*:\\s*(?:#.*)?$`, "mu")
    ).test(text);
  const path = isJson ? /"paths"\s*:\s*\{\s*"\//u : /^paths\s*:\s*(?:#.*)?\n(?:\s*(?:#.*)?\n)*\s+["']?\//mu;
  return path.test(text) || (member("info") && (member("paths") || member("components")));
}
