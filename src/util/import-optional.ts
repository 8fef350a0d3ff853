import { FuxiError } from "../errors/fuxi-error.ts";

/**
 * Imports a package that is an optional peer dependency.
 * @param purpose what it is needed for, as it reads after "is needed": "to open PostgreSQL databases"
 * @throws FuxiError `dependency-missing` with the command that installs it
 */
export async function importOptional<T>(packageName: string, purpose: string): Promise<T> {
  try {
    return (await import(packageName)) as T;
  } catch (cause) {
    if (!isMissing(cause, packageName)) throw cause;
    throw new FuxiError("dependency-missing", `The package ${packageName} is needed ${purpose}.`, {
      hint: `Install it: npm install ${packageName}`,
      cause,
    });
  }
}

/** True only for the package itself: a file missing inside it is a broken installation, whose error passes unchanged. */
function isMissing(error: unknown, packageName: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "ERR_MODULE_NOT_FOUND") return String(message).includes(`'${packageName}'`);
  // Bundlers put a stub in place of an optional peer that is not installed.
  return String(message).startsWith(`Could not resolve "${packageName}"`);
}
