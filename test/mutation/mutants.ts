import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';

/** One change of one source. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  /** The whole source with the change. */
  readonly text: string;
}

type Log = ConstructorParameters<typeof Instrumenter>[0];

const SILENT = new Proxy({} as Log, {
  get: (_, name) => () => (String(name).startsWith('is') ? false : undefined),
});

/** Every change that Stryker would make in the files. */
export async function mutantsOf(files: readonly string[]): Promise<Mutant[]> {
  const sources = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]));
  const { mutants } = await new Instrumenter(SILENT).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return mutants.map(({ fileName, location, mutatorName: kind, replacement }) => {
    const text = sources.get(fileName) ?? '';
    const [start, end] = [location.start, location.end].map((place) => offsetOf(text, place));
    return {
      file: fileName,
      line: location.start.line + 1,
      kind,
      before: text.slice(start, end),
      after: replacement,
      text: text.slice(0, start) + replacement + text.slice(end),
    };
  });
}

/** @param place lines and columns from 0 */
function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column;
}

/** Tells which changed sources still compile: the type check of `npm test` notices the others. */
export class MutantCompiler {
  private readonly changed = new Map<string, { version: number; text: string }>();
  private readonly service: ts.LanguageService;

  constructor() {
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      ts.readConfigFile('tsconfig.build.json', (path) => ts.sys.readFile(path)).config,
      ts.sys,
      process.cwd(),
    );
    this.service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => String(this.changed.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.changed.get(path)?.text ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => process.cwd(),
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      directoryExists: (path) => ts.sys.directoryExists(path),
    });
  }

  compiles({ file, text }: Pick<Mutant, 'file' | 'text'>): boolean {
    const path = ts.sys.resolvePath(file);
    const version = (this.changed.get(path)?.version ?? 0) + 1;
    this.changed.set(path, { version, text });
    const faults = [
      ...this.service.getSyntacticDiagnostics(path),
      ...this.service.getSemanticDiagnostics(path),
    ];
    this.changed.set(path, { version: version + 1, text: ts.sys.readFile(path) ?? '' });
    return faults.length === 0;
  }
}
