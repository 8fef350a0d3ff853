const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx|AIza|ya29|ghp|gho|glpat|xox[abp])[-_.]?[A-Za-z0-9_*.-]{12,}/gu,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/gu,
  /(?<=\b(?:bearer|basic)\s+)[A-Za-z0-9+/_.~=*-]{6,}/giu,
  /(?<=\b(?:api[-_ ]?key|token|secret|password|authorization)\b["']?\s*(?:provided|is)?\s*[:=]\s*["']?)(?!bearer|basic)[^\s"',;&}]{4,}/giu,
  /(?<=[?&](?:key|api[-_]?key|token|access_token)=)[^&\s"']+/giu,
  /(?<=\/\/)[^/\s:@]+:[^/\s@]+(?=@)/gu,
];

/** Removes known secrets and anything that looks like a credential, before a text is shown, logged or stored. */
export function scrubSecrets(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const secret of known) if (secret.length >= 4) clean = clean.replaceAll(secret, "[secret]");
  for (const pattern of SECRETS) clean = clean.replace(pattern, "[secret]");
  return clean;
}
