/** For a process that is to see nothing of this one's environment: where programs are, and the code that earlier processes of the tests compiled. */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}
