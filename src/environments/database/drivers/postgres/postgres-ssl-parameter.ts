import { FuxiError } from "../../../../errors/fuxi-error.ts";

/** What `ssl=` says in the words of asyncpg, node-postgres and JDBC, by libpq's. */
const MODES: Readonly<Record<string, string>> = {
  "": "true",
  "1": "true",
  "0": "disable",
  false: "disable",
  prefer: "prefer",
  allow: "allow",
  disable: "disable",
  require: "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
  "no-verify": "no-verify",
  true: "true",
};

/**
 * Puts `sslmode=` in place of `ssl=`, which says less and does not stand in its way. `ssl=true` is left to the client library where no authority is
 * named: it checks the server by those of Node.js.
 * @throws FuxiError `configuration-invalid` for a word that is not known
 */
export function readSslParameter(query: URLSearchParams): void {
  const ssl = query.get("ssl");
  if (ssl === null) return;
  query.delete("ssl");
  if (query.has("sslmode")) return;
  const mode = Object.hasOwn(MODES, ssl.toLowerCase()) ? MODES[ssl.toLowerCase()] : undefined;
  if (mode === undefined) {
    throw new FuxiError("configuration-invalid", "ssl= in the PostgreSQL address is not known.", {
      hint: "Write sslmode=require for encryption, sslmode=verify-full to make sure of the server as well, or sslmode=disable.",
    });
  }
  if (mode !== "true") query.set("sslmode", mode);
  else if (query.has("sslrootcert")) query.set("sslmode", "verify-full");
  else query.set("ssl", "true");
}
