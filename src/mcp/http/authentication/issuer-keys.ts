import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type RemoteJWKSet } from "jose";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { type IssuerMetadata, issuerMetadata } from "./issuer-metadata.ts";

const RETRY_MILLISECONDS = 10_000;
const KEYS_TIMEOUT_MILLISECONDS = 5_000;

export interface IssuerKeys {
  /** Finds the issuer's metadata where that has not been done yet. @throws FuxiError as `issuerMetadata` */
  discover(): Promise<IssuerMetadata>;
  /** For `jwtVerify`. A key that is not known yet is looked for at the issuer. @throws FuxiError where the issuer cannot be asked now */
  readonly find: JWTVerifyGetKey;
}

/** The keys of an issuer, fetched when they are first needed. An issuer that did not answer is asked again after ten seconds. */
export function issuerKeys(issuer: string, cooldownSeconds: number): IssuerKeys {
  let found: Promise<{ readonly metadata: IssuerMetadata; readonly keys: RemoteJWKSet }> | undefined;
  const discovered = () => {
    if (found !== undefined) return found;
    const attempt = issuerMetadata(issuer).then((metadata) => ({
      metadata,
      keys: createRemoteJWKSet(metadata.keysUrl, {
        cooldownDuration: cooldownSeconds * 1000,
        timeoutDuration: KEYS_TIMEOUT_MILLISECONDS,
      }),
    }));
    attempt.catch(() => setTimeout(() => (found = undefined), RETRY_MILLISECONDS).unref());
    found = attempt;
    return attempt;
  };
  return {
    discover: async () => (await discovered()).metadata,
    find: async (header, token) => {
      const { keys } = await discovered();
      try {
        return await keys(header, token);
      } catch (cause) {
        if (isAboutToken(cause)) throw cause;
        throw new FuxiError("target-not-found", `The keys of ${issuer} cannot be fetched now.`, { cause });
      }
    },
  };
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
