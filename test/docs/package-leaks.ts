import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Node, SourceFile } from "typescript/unstable/ast";
import {
  isClassDeclaration,
  isComputedPropertyName,
  isEnumDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isSourceFile,
  isTypeAliasDeclaration,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Symbol as TypeSymbol,
} from "typescript/unstable/sync";

/**
 * The types of a package that its declarations name without any entry exporting them, each with the export that names it. A reader of the
 * declarations sees such a type and cannot write it down.
 * @param folder holds the declarations
 * @param entries files of the entries in it
 */
export function unexportedTypes(folder: string, entries: readonly string[]): readonly string[] {
  const config = join(folder, "tsconfig.leaks.json");
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: { module: "NodeNext", target: "ES2024", noEmit: true, skipLibCheck: true, types: [] },
      files: entries,
    }),
  );
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`No project was made of ${config}.`);
    return new LeakFinder(project, folder).find(entries);
  } finally {
    api.close();
  }
}

class LeakFinder {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #folder: string;

  constructor(project: Project, folder: string) {
    this.#project = project;
    this.#checker = project.checker;
    this.#folder = folder;
  }

  find(entries: readonly string[]): readonly string[] {
    const exported = entries.flatMap((entry) => this.#exportsOf(join(this.#folder, entry)));
    const known = new Set(exported.map(({ id }) => id));
    const leaks = exported.flatMap((symbol) =>
      this.#namedBy(symbol)
        .filter(({ id }) => !known.has(id))
        .map((named) => `${symbol.name} names ${named.name} (${this.#placeOf(named)})`),
    );
    return [...new Set(leaks)].sort();
  }

  #exportsOf(path: string): readonly TypeSymbol[] {
    const file = this.#project.program.getSourceFile(path);
    const module = file && this.#checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${path} is no module.`);
    return this.#checker.getExportsOfModule(module).map((symbol) => this.#original(symbol));
  }

  #original(symbol: TypeSymbol): TypeSymbol {
    return symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** What the declarations of a symbol name that stands at the top of one of the package's own files. */
  #namedBy(symbol: TypeSymbol): readonly TypeSymbol[] {
    const names = symbol.declarations.flatMap((handle) => {
      const declaration = handle.resolve(this.#project);
      return declaration === undefined ? [] : identifiersIn(declaration);
    });
    return this.#checker
      .getSymbolAtLocation(names)
      .flatMap((named) => (named === undefined ? [] : [this.#original(named)]))
      .filter((named) => named.id !== symbol.id && this.#isOwn(named));
  }

  #isOwn(symbol: TypeSymbol): boolean {
    return symbol.declarations.some((handle) => {
      const declaration = handle.resolve(this.#project);
      return (
        declaration !== undefined &&
        fileOf(declaration).fileName.startsWith(`${this.#folder}/`) &&
        isTopLevel(declaration)
      );
    });
  }

  #placeOf(symbol: TypeSymbol): string {
    const declaration = symbol.declarations[0]?.resolve(this.#project);
    return declaration === undefined ? "?" : relative(this.#folder, fileOf(declaration).fileName);
  }
}

function identifiersIn(node: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (child: Node): void => {
    if (isIdentifier(child)) found.push(child);
    // A member under a symbol is there for the package itself.
    if (!isComputedPropertyName(child)) child.forEachChild(visit);
  };
  visit(node);
  return found;
}

function fileOf(node: Node): SourceFile {
  let top = node;
  while (top.parent !== undefined) top = top.parent;
  return top as SourceFile;
}

/** What a file declares for others to name, not the members and parameters in it. */
function isTopLevel(node: Node): boolean {
  if (isVariableDeclaration(node)) return isSourceFile(node.parent.parent.parent);
  return (
    isInterfaceDeclaration(node) ||
    isTypeAliasDeclaration(node) ||
    isClassDeclaration(node) ||
    isEnumDeclaration(node) ||
    isFunctionDeclaration(node)
  );
}
