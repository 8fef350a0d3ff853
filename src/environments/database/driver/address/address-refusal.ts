import { FuxiError } from "../../../../errors/fuxi-error.ts";

/** Says what is wrong with an address, and repeats nothing of it that may be secret. */
export function refusedAddress(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

/** An address of each engine, for hints. */
export const SHAPES = {
  postgres: "postgres://user:password@host:5432/database",
  mysql: "mysql://user:password@host:3306/database",
} as const;

export type ServerEngine = keyof typeof SHAPES;

export const ENGINE_NAMES: Readonly<Record<ServerEngine, string>> = {
  postgres: "PostgreSQL",
  mysql: "MySQL",
};

export function severalServers(engine: ServerEngine): FuxiError {
  return refusedAddress(
    `The ${ENGINE_NAMES[engine]} address names several servers.`,
    `Write the one that is to be read: ${SHAPES[engine]}`,
  );
}
