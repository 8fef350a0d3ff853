/** The token of `Authorization: Bearer …`; undefined where there is no such header, or where it has another form. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
}
