import { relative, resolve } from 'node:path';
import ts from 'typescript';

/** The declarations of what a module exports, and of all types in the same build that these refer to. */
export class ApiReport {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly printer = ts.createPrinter();
  /** Texts of declarations by name. */
  private readonly sections = new Map<string, string>();

  /** @param folder the build, with declaration files. */
  constructor(
    private readonly folder: string,
    private readonly modules: Readonly<Record<string, string>>,
  ) {
    const roots = Object.values(modules).map((file) => resolve(folder, file));
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      skipLibCheck: true,
      types: ['node'],
    };
    this.program = ts.createProgram(roots, options);
    this.checker = this.program.getTypeChecker();
  }

  /** @returns the exported names of each module, and then each declaration once, with its comments. */
  text(): string {
    const heads = Object.entries(this.modules).map(([name, file]) => {
      const exported = this.exportsOf(file);
      for (const symbol of exported.values()) this.add(symbol);
      return `## ${name}\n\n${[...exported.keys()].sort().join('\n')}\n`;
    });
    const sections = [...this.sections].sort(([one], [other]) => (one < other ? -1 : 1));
    const bodies = sections.map(([title, body]) => `## ${title}\n\n${body}\n`);
    return [...heads, ...bodies].join('\n');
  }

  private exportsOf(file: string): Map<string, ts.Symbol> {
    const path = resolve(this.folder, file);
    const module = this.checker.getSymbolAtLocation(
      this.program.getSourceFile(path) ?? fail(`${path} is not there`),
    );
    if (!module) throw new Error(`${path} exports nothing`);
    const symbols = this.checker.getExportsOfModule(module);
    return new Map(symbols.map((symbol) => [symbol.name, this.target(symbol)]));
  }

  private target(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Adds the declarations of a symbol of the build, and those that they refer to. */
  private add(symbol: ts.Symbol): void {
    for (const declaration of symbol.declarations ?? []) {
      const node = topLevel(declaration);
      const file = declaration.getSourceFile();
      if (!node || relative(this.folder, file.fileName).startsWith('..')) continue;
      const text = this.printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(node), file);
      const known = this.sections.get(symbol.name);
      if (known?.split('\n\n').includes(text)) continue;
      this.sections.set(symbol.name, known === undefined ? text : `${known}\n\n${text}`);
      this.addReferences(node);
    }
  }

  private addReferences(node: ts.Node): void {
    if (isPrivate(node)) return;
    if (ts.isIdentifier(node)) {
      const symbol = this.checker.getSymbolAtLocation(node);
      if (symbol) this.add(this.target(symbol));
    }
    ts.forEachChild(node, (child) => {
      this.addReferences(child);
    });
  }
}

/** The statement that declares; undefined for parts of one, such as members, parameters and type parameters. */
function topLevel(declaration: ts.Declaration): ts.Statement | undefined {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isStatement(node) && ts.isSourceFile(node.parent) ? node : undefined;
}

function withoutPrivate(node: ts.Statement): ts.Statement {
  if (!ts.isClassDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses, members } = node;
  const shown = members.filter((member) => !isPrivate(member));
  return ts.factory.updateClassDeclaration(
    ...([node, modifiers, name, typeParameters, heritageClauses, shown] as const),
  );
}

function isPrivate(node: ts.Node): boolean {
  return (
    ts.isClassElement(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0
  );
}

function fail(message: string): never {
  throw new Error(message);
}
