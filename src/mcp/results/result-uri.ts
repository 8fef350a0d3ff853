const PREFIX = "fuxi://results/";

/** RFC 6570, for `resources/templates/list`. */
export const RESULT_URI_TEMPLATE = `${PREFIX}{sha256}`;

export const resultUri = (sha256: string): string => `${PREFIX}${sha256}`;

/** The digest that a URI names; undefined for any other URI. */
export function sha256OfUri(uri: string): string | undefined {
  return /^fuxi:\/\/results\/([0-9a-f]{64})$/u.exec(uri)?.[1];
}
