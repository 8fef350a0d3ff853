import { isObject } from "../../../../util/is-object.ts";
import type { SecurityNeed, SecurityScheme } from "../api-document.ts";
import type { DocumentReader } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf } from "../reading/place.ts";

export function readSecuritySchemes(reader: DocumentReader): Map<string, SecurityScheme> {
  const { root } = reader;
  const holders = [
    childOf(childOf(root, "components"), "securitySchemes"),
    childOf(root, "securityDefinitions"),
  ];
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, entry] of holders.flatMap(childrenOf)) {
    const place = reader.follow(entry);
    if (place === undefined || !isObject(place.value) || schemes.has(name)) continue;
    schemes.set(name, readScheme(place));
  }
  return schemes;
}

/** What the operation, else the document, asks for. Schemes that nobody declared become schemes of type `other`. */
export function readSecurity(
  operation: Place,
  schemes: Map<string, SecurityScheme>,
  reader: DocumentReader,
): readonly SecurityNeed[] {
  const own = childOf(operation, "security");
  const place = own.value === undefined || own.value === null ? childOf(reader.root, "security") : own;
  return childrenOf(place).flatMap(([, need]): readonly SecurityNeed[] => {
    if (!isObject(need.value)) return [];
    const entries = childrenOf(need).map(([name, scopes]): readonly [string, readonly string[]] => {
      if (!schemes.has(name)) {
        reader.fault(need, `The security scheme "${name}" is not declared; its credentials cannot be sent.`);
        schemes.set(name, { type: "other", description: "The document does not say what this is." });
      }
      return [name, isList(scopes.value) ? scopes.value.filter((scope) => typeof scope === "string") : []];
    });
    return [Object.fromEntries(entries)];
  });
}

function readScheme(place: Place): SecurityScheme {
  const { value } = place;
  const description = textOf(memberOf(value, "description")) ?? "";
  const type = textOf(memberOf(value, "type"))?.toLowerCase();
  const scheme = textOf(memberOf(value, "scheme"))?.toLowerCase();
  if (type === "basic" || (type === "http" && scheme === "basic")) return { type: "basic", description };
  if (type === "http" && scheme === "bearer") return { type: "bearer", description };
  if (type === "oauth2") return oauth2(place, description);
  if (type === "apikey") {
    const name = textOf(memberOf(value, "name"));
    const where = (["query", "header", "cookie"] as const).find((each) => each === memberOf(value, "in"));
    if (name !== undefined && where !== undefined) return { type: "apiKey", name, in: where, description };
  }
  return { type: "other", description: description || [type, scheme].filter(Boolean).join(" ") };
}

function oauth2(place: Place, description: string): SecurityScheme {
  const flows = childrenOf(childOf(place, "flows"));
  const byName = flows.find(([name]) => name === "clientCredentials")?.[1];
  const swagger = memberOf(place.value, "flow") === "application" ? place : undefined;
  const tokenUrl = textOf(memberOf((byName ?? swagger)?.value, "tokenUrl"));
  const holders = byName !== undefined ? [byName] : [...flows.map(([, flow]) => flow), place];
  const scopes = holders.flatMap((holder) => childrenOf(childOf(holder, "scopes")).map(([name]) => name));
  return {
    type: "oauth2",
    description,
    ...(tokenUrl !== undefined && { tokenUrl }),
    scopes: [...new Set(scopes)],
  };
}
