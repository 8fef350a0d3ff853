import { FuxiError } from "../../../../errors/fuxi-error.ts";

const plain = (label: string): string => label.toLowerCase().replace(/-pooler$/u, "");

/**
 * Whether `endpoint=ep-x` in `options=` says only what the host does: Neon wants it of clients that do not name the host when they encrypt, as
 * this one does.
 * @throws FuxiError `configuration-invalid` for another endpoint than the host's
 */
export function isEndpointOfHost(word: string, host: string): boolean {
  const [, endpoint] = /^(?:endpoint|project)=([\w-]+)$/u.exec(word) ?? [];
  if (endpoint === undefined) return false;
  const [label = ""] = host.split(".");
  if (plain(label) === plain(endpoint)) return true;
  throw new FuxiError(
    "configuration-invalid",
    "options=endpoint=… in the PostgreSQL address names another endpoint than its host.",
    { hint: "Write the host of the endpoint, as in ep-x.eu-central-1.aws.neon.tech, and leave options out." },
  );
}
