import { join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = process.cwd();

/** The sources below `src/` without specs, with their types. */
export class SourceProgram {
  private readonly program: ts.Program;

  /** @param added further files by their path, such as `src/orders/more.ts`; one that exists is replaced */
  constructor(added: Readonly<Record<string, string>> = {}) {
    const config = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.build.json'), {}, HOST);
    if (!config) throw new Error('tsconfig.build.json cannot be read');
    const extra = new Map(Object.entries(added).map(([path, text]) => [join(ROOT, path), text]));
    const host = ts.createCompilerHost(config.options);
    host.fileExists = (path) => extra.has(path) || ts.sys.fileExists(path);
    host.readFile = (path) => extra.get(path) ?? ts.sys.readFile(path);
    const rootNames = [...new Set([...config.fileNames, ...extra.keys()])];
    this.program = ts.createProgram({ rootNames, options: config.options, host });
  }

  get types(): ts.TypeChecker {
    return this.program.getTypeChecker();
  }

  /** Every file below `src/`, by its path from the root of the project. */
  files(): ReadonlyMap<string, ts.SourceFile> {
    const own = this.program
      .getSourceFiles()
      .map((file) => [relative(ROOT, file.fileName), file] as const);
    return new Map(own.filter(([path]) => path.startsWith('src/')));
  }
}

/** Calls `visit` with the node and all below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    walk(child, visit);
  });
}

const HOST: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
};
