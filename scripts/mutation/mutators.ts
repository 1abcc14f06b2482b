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
  quasi?: { quasis: { value: { raw: string } }[] };
  quasis?: { value: { raw: string } }[];
}

interface Path {
  node: Node;
  parent: Node;
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
      isForPeople(path.node) || path.parent.tag?.name === 'sql' ? [] : strings.mutate(path, options),
  };
  allMutators.push(sqlMutator);
}
