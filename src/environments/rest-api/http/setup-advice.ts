/**
 * What whoever set the API up can do about a refusal, in the words of what they set it up with (a flag, a variable): a sentence each, told in failures so
 * that the model can hand it on. The environment itself knows no flags.
 */
export interface SetupAdvice {
  /** The server of the document is at a private address that is not trusted. @param host `name` or `name:port` */
  readonly privateServer?: (host: string) => string;
  /** The server wants credentials of these security schemes, and none are configured. */
  readonly credentials?: (schemes: readonly string[]) => string;
}
