import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { ApiDocument } from "../document/api-document.ts";
import type { HttpSettings } from "./http-settings.ts";

/** @throws FuxiError `configuration-invalid` for credentials under a scheme that the document lacks: they would never be sent */
export function checkCredentials(
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { credentials = {} }: HttpSettings,
): void {
  const known = [...securitySchemes.keys()];
  const unknown = Object.keys(credentials).find((name) => !securitySchemes.has(name));
  if (unknown === undefined) return;
  const [near] = nearestNames(unknown, known, { limit: 1 });
  const others =
    known.length === 0 ? "It has none: send a header (http.headers)." : `It has ${known.join(", ")}.`;
  throw new FuxiError("configuration-invalid", `The document has no security scheme "${unknown}".`, {
    hint: near === undefined ? others : `Did you mean ${near.name}?`,
  });
}
