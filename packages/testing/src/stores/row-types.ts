import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isCallExpression, isIdentifier, isPropertyAccessExpression, type Node } from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';
import type { TestProject } from 'vitest/node';

/** The row type of a query: the name of each column, with that of its type. */
export type RowType = Readonly<Record<string, string>>;

/** The row types of all queries, by place: `identity/claims.ts:42`. */
type RowTypes = Readonly<Record<string, RowType>>;

declare module 'vitest' {
  interface ProvidedContext {
    rowTypes: RowTypes;
    /** The file that lists the places whose queries returned the columns of their row types. */
    checkedRows: string;
  }
}

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'packages/server/src/stores/postgres');

/** The name of a type without null, because a result does not say which columns can be null. A literal counts as its type. */
function nameOf(checker: Checker, type: Type): string {
  if (type.flags & TypeFlags.StringLike) return 'string';
  if (type.flags & TypeFlags.NumberLike) return 'number';
  if (type.flags & TypeFlags.BooleanLike) return 'boolean';
  if (type.isUnionType()) {
    const parts = type.getTypes().filter(({ flags }) => !(flags & TypeFlags.Nullable));
    return [...new Set(parts.map((part) => nameOf(checker, part)))].join(' | ');
  }
  if (!checker.isArrayType(type)) return checker.typeToString(type);
  return `${checker.getTypeArguments(type as TypeReference).map((element) => nameOf(checker, element))}[]`;
}

function toRowType(checker: Checker, type: Type): RowType {
  const properties = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(properties);
  return Object.fromEntries(properties.map(({ name }, at) => [name, nameOf(checker, types[at] as Type)]));
}

/** The calls `database.query<Row>(…)` and `queryRow<Row>(…)`: the called name, and the row type. */
function queriesIn(node: Node): { name: Node; row: Node }[] {
  const found: { name: Node; row: Node }[] = [];
  if (isCallExpression(node)) {
    const name = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    const [row] = node.typeArguments ?? [];
    if (row && isIdentifier(name) && ['query', 'queryRow'].includes(name.text)) found.push({ name, row });
  }
  node.forEachChild((child) => void found.push(...queriesIn(child)));
  return found;
}

/** Opens only the files with statements, and what they import: the whole workspace takes ten times as long. */
function openProject(api: API): Project {
  const config = join(mkdtempSync(join(tmpdir(), 'orgdex-rows-')), 'tsconfig.json');
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
    include: [`${folder}/**/*.ts`],
    exclude: [`${folder}/**/*.test.ts`],
  };
  try {
    writeFileSync(config, JSON.stringify(options));
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error('TypeScript opened no project.');
    return project;
  } finally {
    rmSync(dirname(config), { recursive: true });
  }
}

/** Reads the row types from the sources. A type without columns is that of settings, whose names the caller chooses. */
function readRowTypes(): RowTypes {
  const api = new API({ cwd: root });
  try {
    const { program, checker } = openProject(api);
    const types: Record<string, RowType> = {};
    for (const file of globSync('**/!(*.test).ts', { cwd: folder })) {
      const source = program.getSourceFile(join(folder, file));
      for (const { name, row } of source ? queriesIn(source) : []) {
        const { line = 0 } = source?.getLineAndCharacterOfPosition(name.getStart(source)) ?? {};
        const type = checker.getTypeAtLocation(row);
        const columns = type ? toRowType(checker, type) : {};
        if (Object.keys(columns).length > 0) types[`${file}:${line + 1}`] = columns;
      }
    }
    return types;
  } finally {
    api.close();
  }
}

/** Whether all tests of the project ran, and not only some that someone chose. */
async function ranAll(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const modules = project.vitest.state.getTestModules().filter((module) => module.project === project);
  return modules.length === testFiles.length && project.config.testNamePattern === undefined;
}

/**
 * Every query that reads rows has a row type. The tests compare it with the columns that PostgreSQL returns (check-rows.ts); after
 * all of them, no query may be left that none has sent.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const rowTypes = readRowTypes();
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-rows-'));
  const file = join(folder, 'checked');
  writeFileSync(file, '');
  project.provide('rowTypes', rowTypes);
  project.provide('checkedRows', file);
  return async () => {
    const checked = new Set(readFileSync(file, 'utf8').split('\n'));
    rmSync(folder, { recursive: true });
    const left = Object.keys(rowTypes).filter((place) => !checked.has(place));
    if (left.length > 0 && (await ranAll(project)))
      throw new Error(`No test on the stores reads the rows of ${left.length} queries: ${left.sort().join(', ')}.`);
  };
}
