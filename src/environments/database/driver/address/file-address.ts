import { FILE_ENGINES, type FileEngineName } from "../engine-list.ts";
import { refusedAddress } from "./escape-address.ts";
import { unquoted } from "./server-address.ts";

/** The address of a database in a file. */
export interface FileAddress {
  /** The engine that the scheme names; undefined for `file:`. */
  readonly engine: FileEngineName | undefined;
  /** Candidate paths: `sqlite:///shop.db` is `/shop.db` by the rules of URLs, and `shop.db` to SQLAlchemy, Rails and Django. */
  readonly paths: readonly string[];
}

const SCHEMES: ReadonlyMap<string, FileEngineName> = new Map(
  FILE_ENGINES.flatMap(({ engine, schemes }) => schemes.map((scheme) => [scheme, engine] as const)),
);
const SHAPE = new RegExp(
  `^(?:jdbc:)?(?<scheme>${[...SCHEMES.keys()].join("|")}|file)(?:\\+(?<library>\\w+))?:(?<rest>.*)$`,
  "isu",
);

/** Parameters that change which bytes are read, or how. All others concern writing, waiting or the client: Fuxi only reads the file. */
const MATTERS = /^(?:_?(?:pragma_)?(?:hex)?key|_?cipher.*|encryption_key|password|vfs|motherduck_token)$/iu;

/**
 * Reads `sqlite:`, `duckdb:` and `file:` addresses as frameworks write them, also behind `jdbc:`. Undefined for other texts.
 * @throws FuxiError `configuration-invalid` for a database in memory, on MotherDuck or behind a key
 */
export function fileAddress(text: string): FileAddress | undefined {
  const { scheme = "", library, rest = "" } = SHAPE.exec(unquoted(text))?.groups ?? {};
  if (scheme === "") return undefined;
  const engine = SCHEMES.get(scheme.toLowerCase());
  if (library !== undefined) {
    throw refusedAddress(
      `What +${library} asks for in the address is not known.`,
      /cipher/iu.test(library) ? "Fuxi opens no encrypted SQLite files." : "Leave it out: sqlite:///shop.db",
    );
  }
  const whole = rest.replace(/^file:/iu, "");
  const [path = "", ...further] = whole.split("?");
  const query = new URLSearchParams(further.join("?"));
  if (path.replace(/^\/*/u, "") === "" || /^\/*:memory:/iu.test(path) || query.get("mode") === "memory") {
    throw refusedAddress(
      "The address is of a database in memory, which only its own program can read.",
      `Name a file: ${scheme}:./shop.db`,
    );
  }
  if (engine === "duckdb" && /^\/*(?:md|motherduck):/iu.test(path)) {
    throw refusedAddress("MotherDuck is not opened.", "Name a DuckDB file: duckdb:./shop.duckdb");
  }
  const wanted = [...query.keys()].find((name) => MATTERS.test(name));
  if (wanted !== undefined) {
    throw refusedAddress(
      `${wanted}= in the address of the file is not read.`,
      "Fuxi opens plain SQLite and DuckDB files: leave it out if this is one.",
    );
  }
  const isFile = engine === undefined;
  const meant = [...(further.length === 0 ? [] : [whole]), path].flatMap((each) => pathsOf(each, isFile));
  return {
    engine,
    paths: [...new Set(meant.flatMap((each) => [decoded(each), each]))],
  };
}

function pathsOf(text: string, isFile: boolean): readonly string[] {
  if (!text.startsWith("//")) return [text];
  const path = text.slice(2);
  if (isFile) return [path.replace(/^localhost(?=\/)/iu, "").replace(/^\/(?=[a-z]:[/\\])/iu, "")];
  if (/^\/[a-z]:[/\\]/iu.test(path)) return [path.slice(1)];
  if (path.startsWith("//")) return [path.slice(1)];
  return path.startsWith("/") ? [path, path.slice(1)] : [path];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
