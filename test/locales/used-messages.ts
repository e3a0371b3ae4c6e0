import { readFileSync } from 'node:fs';
import ts from 'typescript';

const TYPES = '/locales/en.d.ts';

/** The keys of messages that the sources take from a group by their names. */
export function usedMessages(root: string): ReadonlySet<string> {
  const read = (path: string): string => readFileSync(path, 'utf8');
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, read) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const sources = fileNames.filter((name) => !name.includes('.spec.') && name.includes('/src/'));
  const program = ts.createProgram(sources, options);
  const checker = program.getTypeChecker();
  const used = new Set<string>();

  const note = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) {
      if (declaration.getSourceFile().fileName.endsWith(TYPES)) addKeys(declaration, used);
    }
    // A label is mapped from the name of a value.
    const { links } = (symbol ?? {}) as { links?: { syntheticOrigin?: ts.Symbol } };
    if (links?.syntheticOrigin) note(links.syntheticOrigin);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) noteIndexed(node);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      const type = checker.getTypeAtLocation(node.parent);
      if (ts.isIdentifier(name)) note(checker.getPropertyOfType(type, name.text));
    }
    ts.forEachChild(node, visit);
  };
  const noteIndexed = ({ expression, argumentExpression }: ts.ElementAccessExpression): void => {
    const type = checker.getTypeAtLocation(expression);
    const index = checker.getTypeAtLocation(argumentExpression);
    for (const one of index.isUnion() ? index.types : [index]) {
      if (one.isStringLiteral()) note(checker.getPropertyOfType(type, one.value));
    }
  };
  for (const source of program.getSourceFiles()) {
    if (source.fileName.includes('/src/') && !source.isDeclarationFile) visit(source);
  }
  return used;
}

/** The path of names that leads to a property of the types. */
function addKeys(declaration: ts.Declaration, used: Set<string>): void {
  const names: string[] = [];
  for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isPropertySignature(node)) {
      names.unshift(ts.isStringLiteral(node.name) ? node.name.text : node.name.getText());
    }
  }
  used.add(names.join('.'));
}
