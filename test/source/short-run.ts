import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** What a spec of the short run does that only a long one may. */
export interface TooLong {
  /** The spec, or the module of the tests that it imports. */
  readonly file: string;
  readonly what: string;
}

/** Reads a file; undefined where there is none. */
export type Read = (path: string) => string | undefined;

/** The one browser spec of the short run: the console's main path. */
const BROWSER_SPEC = 'test/browser/console-journey.browser.spec.ts';

/** Modules by which a second process, a thread or a browser is started. */
const STARTERS = /^(node:)?(child_process|cluster|worker_threads)$|^playwright-core$/;
/** Functions of ours that start a PostgreSQL or pack the package. */
const OWN_STARTERS = new Set(['startEmbeddedPostgres', 'openTestServer', 'openDatabaseServer']);
/** What starts a shop, or makes a database for one. */
const OWN_SHOP =
  /^(startTestShop|startLayeredShop|createApp|createTestDatabase|Instance\.(on|beside))$/;
const REASON = 'A shop of its own:';
/** Where these are declared, and the one shop that a worker has. */
const SUPPORT = /^test\/support\/(test-shop|worker-shop|layered-shop|instance|test-database)\.ts$/;

export function isShort(path: string): boolean {
  return /\.spec\.tsx?$/.test(path) && !path.includes('.long.');
}

/** All that specs, and the modules of the tests that they import, do against the rules of the short run. */
export function tooLong(specs: readonly string[], read: Read = fromDisk): TooLong[] {
  const found: TooLong[] = [];
  // What the sources start is their matter.
  const seen = new Set([BROWSER_SPEC]);
  const visit = (file: string): void => {
    const isSource = file.startsWith('src/') && !isShort(file);
    const text = seen.has(file) || isSource ? undefined : read(file);
    seen.add(file);
    if (text === undefined) return;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const name of importsOf(source)) {
      if (STARTERS.test(name)) found.push({ file, what: `imports ${name}` });
      if (name.startsWith('.')) visit(join(dirname(file), name.replace(/\.js$/, '.ts')));
    }
    if (!SUPPORT.test(file)) found.push(...callsIn(source).map((what) => ({ file, what })));
  };
  for (const spec of specs) visit(spec);
  return found;
}

/** What the file imports at run time, or hands on. */
function importsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const isType = ts.isExportDeclaration(statement)
      ? statement.isTypeOnly
      : statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return isType ? [] : [moduleSpecifier.text];
  });
}

function callsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText();
      const [first] = node.arguments;
      if (name === 'import' && first && ts.isStringLiteral(first) && STARTERS.test(first.text)) {
        found.push(`imports ${first.text}`);
      }
      if (OWN_STARTERS.has(name)) found.push(`calls ${name}`);
      if (OWN_SHOP.test(name) && !hasReason(node, source)) {
        found.push(`calls ${name} without a comment «// ${REASON} …»`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** True where a comment before the call, or before anything that it is a part of, says why. */
function hasReason(call: ts.Node, source: ts.SourceFile): boolean {
  for (let node = call; node !== source; node = node.parent) {
    const comments = ts.getLeadingCommentRanges(source.text, node.pos) ?? [];
    if (comments.some(({ pos, end }) => source.text.slice(pos, end).includes(REASON))) return true;
  }
  return false;
}

function fromDisk(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
