import { FuxiError } from "../errors/fuxi-error.ts";

export const DEFAULT_SCHEMA = "fuxi";

export interface StoreUrl {
  /** For the client library. */
  readonly connectionString: string;
  readonly schema: string;
}

export const isStoreUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//iu.test(text);

/**
 * Reads `postgres://user:password@host:port/database?schema=name`.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address
 */
export function readStoreUrl(url: string): StoreUrl {
  if (!isStoreUrl(url)) {
    throw new FuxiError("configuration-invalid", "The address of the store is no PostgreSQL address.", {
      hint: "Write it as postgres://user@host:port/database; without one the store is a file of your own.",
    });
  }
  const [place = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const schema = query.get("schema") ?? DEFAULT_SCHEMA;
  query.delete("schema");
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema) || schema.startsWith("pg_") || schema === "public") {
    throw new FuxiError("configuration-invalid", "schema= in the address of the store cannot be used.", {
      hint: "Name a schema of its own, of lower-case letters, digits and underscores, or leave it out.",
    });
  }
  if (query.has("options")) {
    throw new FuxiError("configuration-invalid", "options= in the address of the store cannot be used.", {
      hint: "Set what the store's role needs by ALTER ROLE … SET: poolers refuse options of a connection.",
    });
  }
  return { connectionString: query.size === 0 ? place : `${place}?${query}`, schema };
}
