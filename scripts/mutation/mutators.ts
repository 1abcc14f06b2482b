/** The parts of Babel's syntax tree that are used here. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  tag?: Node;
  expression?: Node;
  callee?: Node;
  object?: Node;
  property?: Node;
  arguments?: Node[];
  elements?: Node[];
  id?: Node;
  quasi?: { quasis: { value: { raw: string } }[] };
  quasis?: { value: { raw: string } }[];
}

interface Path {
  node: Node;
  parent: Node;
  parentPath: Path | null;
}

interface Mutator {
  name: string;
  mutate(path: Path, options?: object): Iterable<Node>;
}

/** Calls whose arguments affect no decision: log lines, and descriptions of endpoints, which the tests of the contract compare. */
const silentCalls = [/^deps\.log\./, /^log\./, /^endpoint$/];

/** Stryker reads this from a plug-in: mutants inside are ignored. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'silent-calls',
    value: {
      shouldIgnore: ({ node }: Path) => {
        const call = node.type === 'ExpressionStatement' ? node.expression : node;
        if (call?.type !== 'CallExpression') return undefined;
        const isSilent = silentCalls.some((pattern) => pattern.test(nameOf(call.callee)));
        return isSilent ? 'log lines and descriptions decide nothing' : undefined;
      },
    },
  },
];

function nameOf(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return node?.name ?? '';
}

/** Mutations of statements: [pattern, replacement]. */
const sqlFaults: [RegExp, (found: string, ...groups: string[]) => string][] = [
  [/<=/g, () => '<'],
  [/>=/g, () => '>'],
  [/ < /g, () => ' <= '],
  [/ > /g, () => ' >= '],
  [/\b(?:where|and|or|on|when) (?:not )?[\w.]+ = /g, (found) => found.replace(' = ', ' <> ')],
  [/ <> /g, () => ' = '],
  [/\band\b(?! \d)/g, () => 'or'],
  [/\bor\b/g, () => 'and'],
  [/\bnot exists\b/g, () => 'exists'],
  [/(?<!not )\bexists\b/g, () => 'not exists'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bis not null\b/g, () => 'is null'],
  [/\bmin\(/g, () => 'max('],
  [/\bmax\(/g, () => 'min('],
  [/\bgreatest\(/g, () => 'least('],
  [/\bleast\(/g, () => 'greatest('],
  [/ \+ /g, () => ' - '],
  [/ - /g, () => ' + '],
  [/'\w+', (?='\w+')/g, () => ''],
  [/(?<='\w+'), '\w+'(?=\))/g, () => ''],
];

/** Stryker has no mutators for SQL: one fault in one statement. */
const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate({ node }) {
    if (node.type !== 'TaggedTemplateExpression' || node.tag?.name !== 'sql' || !node.quasi) return;
    for (const [place, part] of node.quasi.quasis.entries()) {
      for (const text of faulty(part.value.raw)) {
        const quasis = node.quasi.quasis.with(place, { ...part, value: { ...part.value, raw: text } });
        yield { ...node, quasi: { ...node.quasi, quasis } };
      }
    }
  },
};

function* faulty(text: string): Generator<string> {
  for (const [pattern, change] of sqlFaults) {
    for (const match of text.matchAll(pattern))
      yield text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length);
  }
}

/** Calls of Kysely whose second argument compares the first with the third. */
const comparing = new Set(['eb', 'filterWhere', 'having', 'on', 'onRef', 'when', 'where', 'whereRef']);
/** Of these, those that can be left out of a statement; the first condition of a join cannot. */
const conditions = new Set(['filterWhere', 'having', 'on', 'onRef', 'where', 'whereRef']);
/** Of all, those whose third argument is a value; that of the others is a column. */
const comparingValues = new Set(['eb', 'filterWhere', 'having', 'on', 'when', 'where']);
/** Calls whose texts are names of tables and columns. A wrong one fails whatever runs it, and says nothing about a decision. */
const naming = new Set([
  ...comparing,
  'as',
  'coalesce',
  'column',
  'columns',
  'count',
  'countAll',
  'deleteFrom',
  'distinctOn',
  'expression',
  'fn',
  'from',
  'groupBy',
  'innerJoin',
  'insertInto',
  'leftJoin',
  'max',
  'min',
  'orderBy',
  'ref',
  'refTuple',
  'returning',
  'select',
  'selectAll',
  'selectFrom',
  'sum',
  'updateTable',
  'using',
  'with',
]);
const opposites = new Map(
  [
    ['=', '<>'],
    ['<', '<='],
    ['>', '>='],
    ['in', 'not in'],
    ['is', 'is not'],
    ['+', '-'],
    ['asc', 'desc'],
    ['greatest', 'least'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** One fault in one statement that is written with Kysely: a comparison turned around, a condition left out, or a value of a list left out. */
const statementMutator: Mutator = {
  name: 'Statement',
  *mutate(path) {
    const { node } = path;
    if (node.type === 'StringLiteral' && isTurned(path))
      yield { ...node, value: opposites.get(String(node.value)), extra: undefined } as Node;
    if (node.type === 'CallExpression' && node.callee?.type === 'MemberExpression' && node.callee.object) {
      const name = calledName(node);
      const isFirst = node.callee.object.type !== 'CallExpression';
      if (conditions.has(name) && !(isFirst && name.startsWith('on'))) yield node.callee.object;
    }
    if (node.type === 'ArrayExpression' && node.elements && node.elements.length > 1 && isListOfConditions(path))
      for (const place of node.elements.keys()) yield { ...node, elements: node.elements.toSpliced(place, 1) };
  },
};

function calledName({ callee }: Node): string {
  return (callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name) ?? '';
}

function placeIn({ node, parent }: Path): number {
  return parent.type === 'CallExpression' ? (parent.arguments?.indexOf(node) ?? -1) : -1;
}

function isTurned(path: Path): boolean {
  const { node, parent } = path;
  if (!opposites.has(String(node.value)) || parent.type !== 'CallExpression') return false;
  const name = calledName(parent);
  if (name === 'fn') return placeIn(path) === 0;
  return placeIn(path) === 1 && (comparing.has(name) || name === 'orderBy');
}

/** Of `and([…])` and `or([…])`, or the values of `'in', […]`. */
function isListOfConditions(path: Path): boolean {
  if (path.parent.type !== 'CallExpression') return false;
  const name = calledName(path.parent);
  return ['and', 'or'].includes(name) || (comparingValues.has(name) && placeIn(path) === 2);
}

/** A name of a table or column, or an operator: `statementMutator` has something better for those. */
function isPartOfStatement(path: Path): boolean {
  const argument = path.parent.type === 'ArrayExpression' && path.parentPath ? path.parentPath : path;
  const { parent } = argument;
  if (parent.type === 'TSAsExpression') return /columns$/i.test(argument.parentPath?.parent.id?.name ?? '');
  if (parent.type !== 'CallExpression') return false;
  const name = calledName(parent);
  return naming.has(name) && !(comparingValues.has(name) && placeIn(argument) === 2);
}

/** Texts for people contain spaces; compared values do not. */
function isForPeople(node: Node): boolean {
  if (node.type === 'StringLiteral') return String(node.value).includes(' ');
  return node.quasis?.some((part) => part.value.raw.includes(' ')) ?? false;
}

/** Changes Stryker's list of mutators, for which there is no option. */
export async function adaptMutators(): Promise<void> {
  const instrumenter = import.meta.resolve('@stryker-mutator/instrumenter');
  const { allMutators } = (await import(new URL('mutators/mutate.js', instrumenter).href)) as {
    allMutators: Mutator[];
  };
  const place = allMutators.findIndex(({ name }) => name === 'StringLiteral');
  const strings = allMutators[place];
  if (!strings) throw new Error('Stryker has no mutator StringLiteral any more: see scripts/mutation/mutators.ts');
  allMutators[place] = {
    ...strings,
    mutate: (path, options) =>
      isForPeople(path.node) || isPartOfStatement(path) || path.parent.tag?.name === 'sql'
        ? []
        : strings.mutate(path, options),
  };
  allMutators.push(sqlMutator, statementMutator);
}
