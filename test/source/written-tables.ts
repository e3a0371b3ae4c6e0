import ts from 'typescript';
import { walk, type SourceProgram } from './source-program.js';
import { sqlWrites, temporaryTables, UNKNOWN_PART } from './sql-writes.js';

/** A table that a file writes. */
export interface TableWrite {
  readonly path: string;
  readonly line: number;
  readonly table: string;
}

/** Methods by which TypeORM writes, by class; the first argument may be the entity. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  EntityManager: [
    ...['save', 'insert', 'update', 'updateAll', 'upsert', 'delete', 'deleteAll', 'remove'],
    ...['softDelete', 'softRemove', 'restore', 'recover', 'increment', 'decrement', 'clear'],
  ],
  Repository: [
    ...['save', 'insert', 'update', 'updateAll', 'upsert', 'delete', 'deleteAll', 'remove'],
    ...['softDelete', 'softRemove', 'restore', 'recover', 'increment', 'decrement', 'clear'],
  ],
  SelectQueryBuilder: ['insert', 'update', 'delete', 'softDelete', 'restore'],
  InsertQueryBuilder: ['into'],
  UpdateQueryBuilder: ['update'],
  DeleteQueryBuilder: ['from'],
};

/** The types of all else, which take seconds to find, do not matter: a word of each statement, and each method above. */
const WORDS = /INSERT|UPDATE|DELETE|MERGE|TRUNCATE|TABLE|COPY|serial|val\(/i;
const WRITING: ReadonlySet<string> = new Set(Object.values(WRITERS).flat());

/** Every write of a table in the sources: by SQL in literals and templates, and by TypeORM. */
export class WrittenTables {
  private readonly types: ts.TypeChecker;
  private readonly temporary = new Set<string>();

  constructor(private readonly program: SourceProgram) {
    this.types = program.types;
    for (const file of program.files().values()) {
      walk(file, (node) => {
        for (const name of temporaryTables(this.textOf(node) ?? '')) this.temporary.add(name);
      });
    }
  }

  /** @param known tables; a sentence that reads like a statement counts only when it names one of them */
  all(known: ReadonlySet<string>): TableWrite[] {
    return [...this.program.files()].flatMap(([path, file]) => {
      const writes: TableWrite[] = [];
      walk(file, (node) => {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        const tables = [...this.bySql(node, known), ...this.byTypeOrm(node)];
        writes.push(...tables.map((table) => ({ path, line: line + 1, table })));
      });
      return writes;
    });
  }

  private bySql(node: ts.Node, known: ReadonlySet<string>): string[] {
    return sqlWrites(this.textOf(node) ?? '')
      .filter(({ table, isSurelySql }) => isSurelySql || known.has(table))
      .map(({ table }) => table)
      .filter((table) => !this.temporary.has(table));
  }

  /** The text of a literal; what is put into a template stands as all that its type allows. */
  private textOf(node: ts.Node): string | undefined {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (!ts.isTemplateExpression(node) || !WORDS.test(node.getText())) return undefined;
    const spans = node.templateSpans.map(
      ({ expression, literal }) => this.choices(expression) + literal.text,
    );
    return node.head.text + spans.join('');
  }

  private choices(expression: ts.Expression): string {
    const type = this.types.getTypeAtLocation(expression);
    const all = type.isUnion() ? type.types : [type];
    const texts = all.map((one) => (one.isStringLiteral() ? one.value : undefined));
    const isTold = texts.every((text) => text !== undefined && /^\w+$/.test(text));
    return isTold ? `{${texts.join('|')}}` : UNKNOWN_PART;
  }

  private byTypeOrm(node: ts.Node): string[] {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const { expression, name } = node.expression;
    if (!WRITING.has(name.text)) return [];
    const type = this.types.getTypeAtLocation(expression);
    const writer = this.writerOf(type);
    if (writer === undefined || !WRITERS[writer]?.includes(name.text)) return [];
    const [argument] = node.arguments;
    const told = argument && this.tablesOf(this.types.getTypeAtLocation(argument));
    if (told !== undefined && told.length > 0) return told;
    const own = this.types.getTypeArguments(type as ts.TypeReference)[0];
    const tables = own ? this.tablesOf(own) : [];
    return tables.length > 0 ? tables : [UNKNOWN_PART];
  }

  /** Which class of TypeORM a value is of, or inherits from. */
  private writerOf(type: ts.Type): string | undefined {
    const name = type.getSymbol()?.name ?? '';
    if (name in WRITERS && isTypeOrm(type)) return name;
    if (!type.isClassOrInterface()) return undefined;
    const [base] = this.types.getBaseTypes(type);
    return base && this.writerOf(base);
  }

  /** The tables of entities, given by their classes, as one, or as a list. */
  private tablesOf(type: ts.Type): string[] {
    if (type.isUnion()) return type.types.flatMap((one) => this.tablesOf(one));
    if (this.types.isArrayType(type)) {
      return this.types
        .getTypeArguments(type as ts.TypeReference)
        .flatMap((one) => this.tablesOf(one));
    }
    const declared = type.getSymbol()?.valueDeclaration;
    return declared && ts.isClassDeclaration(declared) ? tableOfEntity(declared) : [];
  }
}

function isTypeOrm(type: ts.Type): boolean {
  const file = type.getSymbol()?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return file.includes('/node_modules/typeorm/');
}

function tableOfEntity(declared: ts.ClassDeclaration): string[] {
  return (ts.getDecorators(declared) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Entity') return [];
    const [name] = expression.arguments;
    return name && ts.isStringLiteral(name) ? [name.text] : [];
  });
}
