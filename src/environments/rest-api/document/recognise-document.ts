/**
 * Whether the beginning of a file (some kilobytes) looks like an OpenAPI or Swagger document, in JSON or YAML. The version may come last, so other
 * typical members count as well. Whether the document can be read, only `loadDocument` tells.
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
  return (
    path.test(text) ||
    FIRST_MEMBERS.test(text) ||
    (member("info") && (member("paths") || member("components")))
  );
}

/** Matches the start of a document whose members are sorted by name: its version comes megabytes later. */
const FIRST_MEMBERS = new RegExp(
  [
    /^\s*\{\s*"components"\s*:\s*\{\s*"(?:schemas|responses|parameters|callbacks|examples|headers|links|requestBodies|securitySchemes)"\s*:\s*\{/u,
    /^\s*\{\s*"(?:consumes|produces)"\s*:\s*\[\s*"[\w*]+\//u,
    /^\s*\{\s*"basePath"\s*:\s*"\//u,
    /^(?:#.*\n|---.*\n|\s)*components\s*:\s*\n\s+(?:schemas|responses|parameters|callbacks|examples|headers|links|requestBodies|securitySchemes)\s*:/u,
    /^(?:#.*\n|---.*\n|\s)*(?:consumes|produces)\s*:\s*\n\s*-\s*["']?[\w*]+\//u,
    /^(?:#.*\n|---.*\n|\s)*basePath\s*:\s*["']?\//u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "u",
);
